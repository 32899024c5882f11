// Summaries and descriptions must use plain words.

import { proseOf } from './prose.ts';
import type { Rule } from './rule.ts';

const advice: [RegExp, string][] = [
  [/\be\.\s?g\./i, 'write `for example` or `such as`'],
  [/\bi\.\s?e\./i, 'write `that is`'],
  [/\betc\b/i, 'name what you mean, or write `such as` before the list'],
  [/\band\/or\b/i, 'write `or`, or say which'],
  [/\bplease\b/i, 'say what to do'],
  [/\b(simply|easily|obviously|of course)\b/i, 'leave it out: it helps nobody who is stuck'],
  [/\bin order to\b/i, 'write `to`'],
  [/\butili[sz]e/i, 'write `use`'],
  [/\ballows? you to\b/i, 'say what it does'],
  [/\bvia\b/i, 'write `by`, `with` or `through`'],
  [/\b(TODO|TBD|FIXME)\b/, 'say it, or leave it out'],
  [/!(\s|$)/, 'end the sentence with a full stop'],
];

export const plainWords: Rule = () => ({
  any(node, context) {
    for (const field of ['title', 'summary', 'description']) {
      const prose = proseOf(field, node, context)?.replace(/```[\s\S]*?```|`[^`]*`/g, '');
      for (const [words, right] of prose ? advice : []) {
        const found = prose?.match(words)?.[0].trim();
        if (found === undefined) continue;
        context.report({
          message: `Plain words: in place of \`${found}\`, ${right}.`,
          location: context.location.child(field),
        });
      }
    }
  },
});
