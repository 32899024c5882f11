import { catalogue } from '../src/catalogue.ts';
import type { Rule } from './rule.ts';

const lowerSnake = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** The values with another form, each with its reason. New sets must not have exceptions. */
export const otherForms: { values: string[]; because: string }[] = [
  {
    values: catalogue.sports.map(({ code }) => code),
    because: 'the specification writes sports with hyphens',
  },
  {
    values: catalogue.gameFormats.map(({ code }) => code),
    because: 'a format begins with the code of its sport',
  },
  {
    values: [...catalogue.scopes.player, ...catalogue.scopes.key].map(({ name }) => name),
    because: 'the specification names the scopes',
  },
  {
    values: catalogue.eventTypes.map(({ type }) => type),
    because: 'the specification names the events',
  },
  {
    values: catalogue.sets['age-brackets'] ?? [],
    because: 'the specification names the age brackets',
  },
  { values: catalogue.sets.genders ?? [], because: 'the specification names the genders' },
  {
    values: catalogue.errorItemCodes.filter(({ of }) => of === '').flatMap(({ codes }) => codes),
    because: 'they are the keywords of JSON Schema',
  },
  { values: ['Bearer'], because: 'RFC 6750 names it' },
  { values: ['S256'], because: 'RFC 7636 names it' },
  { values: ['private, no-store'], because: 'RFC 9111 writes the header field so' },
];
const excepted = new Set(otherForms.flatMap(({ values }) => values));

/** The values of all sets have the same form. */
export const setValues: Rule = () => ({
  Schema(schema, { report, location }) {
    for (const keyword of ['enum', 'x-extensible-enum'] as const) {
      for (const value of [Reflect.get(schema, keyword) ?? []].flat()) {
        if (typeof value !== 'string' || lowerSnake.test(value) || excepted.has(value)) continue;
        report({
          message: `The values of a set are lower_snake, as in \`not_connected\`: write \`${snakeOf(value)}\` in place of \`${value}\`.`,
          location: location.child(keyword).key(),
        });
      }
    }
  },
});

function snakeOf(value: string): string {
  return value
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
}
