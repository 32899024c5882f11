// A description must consist of sentences: a capital at the start, and a full stop at the end.

import { proseOf } from './prose.ts';
import type { Rule } from './rule.ts';

const listOrTableOrCode = /^(\s*([-*]|[0-9]+\.) |\s*\||```)/;

export const sentenceDescriptions: Rule = () => ({
  any(node, context) {
    const description = proseOf('description', node, context);
    if (description === null) return;
    const location = context.location.child('description');
    const lastLine = description.split('\n').at(-1) ?? '';
    if (/^[a-z]/.test(description)) {
      context.report({
        message: 'A description is made of sentences: begin with a capital.',
        location,
      });
    }
    if (!/[.)]$/.test(description) && !listOrTableOrCode.test(lastLine)) {
      context.report({
        message: 'A description is made of sentences: end with a full stop.',
        location,
      });
    }
  },
});
