import type { Context, Rule, Schema } from './rule.ts';

/** A part of the document that may be deprecated, with its dates. */
interface Deprecable {
  deprecated?: boolean;
  'x-deprecated-at'?: unknown;
  'x-sunset'?: unknown;
}

const monthsAtLeast = 6;

/** A deprecated part says since when it is deprecated and when it may be removed, at least half a year later. */
export const deprecationDates: Rule = () => ({
  Operation: check,
  Parameter: check,
  Schema(schema, context) {
    check(schema, context);
    checkValues(schema, context);
  },
  // Fields next to a reference, which the visitors above do not see.
  ref: check,
});

function check(node: object, { report, location }: Context): void {
  const part = node as Deprecable;
  const isDeprecated = part.deprecated === true;
  const dates = ['x-deprecated-at', 'x-sunset'] as const;
  for (const name of dates) {
    if (isDeprecated !== (part[name] !== undefined)) {
      report({
        message: isDeprecated
          ? `What is deprecated says since when and until when: add \`${name}\`, a date such as 2027-04-01.`
          : `\`${name}\` has a meaning only next to \`deprecated: true\`.`,
        location: isDeprecated ? location.child('deprecated') : location.child(name),
      });
      return;
    }
  }
  if (!isDeprecated) return;
  const [from, until] = dates.map((name) => dateOf(part[name]));
  if (from === undefined || until === undefined) {
    const wrong = from === undefined ? 'x-deprecated-at' : 'x-sunset';
    report({
      message: 'Write a date as RFC 3339 does, in quotes: "2027-04-01".',
      location: location.child(wrong),
    });
    return;
  }
  from.setUTCMonth(from.getUTCMonth() + monthsAtLeast);
  if (until < from) {
    report({
      message: `A deprecated part stays for at least six months: choose ${from.toISOString().slice(0, 10)} or later.`,
      location: location.child('x-sunset'),
    });
  }
}

/** `x-deprecated-values` has the dates of single values of a set. */
function checkValues(schema: Schema, { report, location, ...context }: Context): void {
  const marked = (schema as { 'x-deprecated-values'?: object })['x-deprecated-values'] ?? {};
  const open = (schema as { 'x-extensible-enum'?: unknown[] })['x-extensible-enum'] ?? [];
  const values = [...(schema.enum ?? []), ...open].map(String);
  for (const [value, dates] of Object.entries(marked)) {
    const at = location.child('x-deprecated-values').child(value);
    if (!values.includes(value)) {
      report({ message: `\`${value}\` is no value of this set.`, location: at.key() });
    }
    check({ deprecated: true, ...dates }, { ...context, report, location: at });
  }
}

function dateOf(value: unknown): Date | undefined {
  const date = new Date(typeof value === 'string' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== value
    ? undefined
    : date;
}
