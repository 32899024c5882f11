import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    'doctype-style': ['error', { style: 'lowercase' }],
    // Several checkboxes may have the same name.
    'form-dup-name': ['error', { shared: ['radio', 'button', 'submit', 'checkbox'] }],
  },
});

/** Returns the findings of html-validate in the source of a page, each with its rule, message, and place. */
export async function markupFindingsIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (line ${line})`),
  );
}
