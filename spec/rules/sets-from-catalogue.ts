import { catalogueLists } from './from-catalogue.ts';
import type { Rule } from './rule.ts';

// A filter may accept this value in addition to those of a set.
const EVERY_VALUE = 'all';

/** A value outside the catalogue would create a second list, which could later differ from the catalogue. */
export const setsFromCatalogue: Rule = () => ({
  Schema(schema, { report, location }) {
    for (const keyword of ['enum', 'x-extensible-enum'] as const) {
      const values = textsOf(Reflect.get(schema, keyword));
      const isListed = catalogueLists.some((list) =>
        values.every((value) => value === EVERY_VALUE || list.includes(value)),
      );
      if (values.length < 2 || isListed) continue;
      report({
        message:
          'A set, or the one it is part of, stands in the catalogue: add it to `spec/catalogue/sets.json` and write `{{its-name}}` as the item.',
        location: location.child(keyword).key(),
      });
    }
  },
});

function textsOf(values: unknown): string[] {
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}
