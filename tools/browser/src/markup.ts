import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    'doctype-style': ['error', { style: 'lowercase' }],
    // Boxes of one name are a choice of several.
    'form-dup-name': ['error', { shared: ['radio', 'button', 'submit', 'checkbox'] }],
  },
});

/** What html-validate finds in the source of a page: which rule, what is wrong, and where. */
export async function markupFindingsIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (line ${line})`),
  );
}
