import type { Context, Rule } from './rule.ts';

/** The maximum lengths for a menu, and for the list of examples. */
const maxLength = { operation: 60, example: 80 };

/** Third person and gerund (`Returns`, `Returning`), by their endings. */
const notImperative = /^\w+([^s]s|ing)$/;

export const summaryStyle: Rule = () => ({
  Operation(operation, context) {
    const { summary } = operation;
    if (summary === undefined) return;
    checkForm(summary, maxLength.operation, context);
    const [first = ''] = summary.split(' ');
    if (notImperative.test(first)) {
      report(
        context,
        `Begin a summary with the bare verb, as in \`Submit matches\`, not \`${first}\`.`,
      );
    }
  },
  Example(example, context) {
    if (example.summary === undefined) {
      context.report({
        message: 'An example says in a few words which case it shows: add `summary`.',
        location: context.location.key(),
      });
      return;
    }
    checkForm(example.summary, maxLength.example, context);
  },
});

function checkForm(summary: string, max: number, context: Context): void {
  if (/[.!]$/.test(summary)) report(context, 'A summary is a title: leave the full stop out.');
  if (/^[a-z]/.test(summary)) report(context, 'Begin a summary with a capital.');
  if (summary.length > max) {
    report(context, `A summary has at most ${max} characters: say the rest in the description.`);
  }
}

function report(context: Context, message: string): void {
  context.report({ message, location: context.location.child('summary') });
}
