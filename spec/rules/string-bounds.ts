import type { Rule } from './rule.ts';
import { typesOf } from './schema-types.ts';

const bounds = ['maxLength', 'pattern', 'format', 'enum', 'const'] as const;

/** An unbounded string is an unbounded column, log line and attack. */
export const stringBounds: Rule = () => ({
  Schema(schema, { report, location }) {
    if (!typesOf(schema).includes('string')) return;
    if (bounds.every((bound) => schema[bound] === undefined)) {
      report({
        message:
          'A string needs a bound: add `maxLength`, an anchored `pattern`, a `format` or an `enum`.',
        location: location.child('type').key(),
      });
    }
    if (schema.pattern !== undefined && !/^\^.*\$$/s.test(schema.pattern)) {
      report({
        message: 'A pattern describes the whole string: begin it with `^` and end it with `$`.',
        location: location.child('pattern'),
      });
    }
  },
});
