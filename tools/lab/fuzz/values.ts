import { contract } from '@partner-rating/spec/contract';
import { componentName, type Schema } from '@partner-rating/spec/document';
import fc from 'fast-check';
import { isValid } from './validation.ts';

/** Existing values, by the name of the schema, property, or parameter. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

// Larger values are slow and find nothing more. The errors test the bounds themselves.
const MAX_LIST_LENGTH = 4;
const MAX_TEXT_LENGTH = 40;
// The pattern determines the length.
const MAX_PATTERN_LENGTH = 512;

/**
 * Returns values that are valid by a schema of the document. Many exist, so that requests reach
 * something.
 */
export function valuesOf(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const component = componentName(schema) ?? '';
  const there = known[component] ?? known[name] ?? [];
  const fits = there.filter((value) => isValid(schema, value));
  const made = madeValues(contract.resolve(schema), known).filter((value) =>
    isValid(schema, value),
  );
  if (fits.length === 0) return made;
  if (neverMadeUp.has(component)) return fc.constantFrom(...fits);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...fits) },
    { weight: 1, arbitrary: made },
  );
}

// The service would send requests to these URLs, and they must stay on this machine.
const neverMadeUp = new Set(['WebhookUrl']);

/** Optional properties are mostly left out, because many contradict each other. */
export function sometimes(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    // Leave them out when shrinking a failure.
    { withCrossShrink: true },
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: values },
  );
}

function madeValues(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? []].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, known)));
}

function ofType(type: string, schema: Schema, known: Known): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000_000, max: schema.maximum ?? 1_000_000 });
    case 'number':
      return fc.double({
        min: schema.minimum ?? -1_000_000,
        max: schema.maximum ?? 1_000_000,
        noNaN: true,
      });
    case 'array':
      return lists(schema, known);
    case 'object':
      return objects(schema, known);
    case 'string':
      return texts(schema);
    default:
      throw new Error(`No values for a schema of type ${type}.`);
  }
}

function lists(
  { items = {}, minItems = 0, maxItems = MAX_LIST_LENGTH, uniqueItems }: Schema,
  known: Known,
): fc.Arbitrary<unknown> {
  const lengths = {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, MAX_LIST_LENGTH)),
  };
  const values = valuesOf(items, known);
  return uniqueItems ? fc.uniqueArray(values, lengths) : fc.array(values, lengths);
}

function objects(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], dependentRequired = {} } = schema;
  const fields = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, property]) => {
        const values = valuesOf(property, known, name);
        return [name, required.includes(name) ? values : sometimes(values)];
      }),
    ),
  );
  // Properties that depend on each other are all present or all absent.
  return fields.map((object) =>
    Object.fromEntries(
      Object.entries(object).filter(
        ([name, value]) =>
          value !== undefined &&
          (dependentRequired[name] ?? []).every((other) => object[other] !== undefined),
      ),
    ),
  );
}

function texts({ format, pattern, minLength = 0, maxLength = MAX_PATTERN_LENGTH }: Schema) {
  if (format === 'date-time') return moments.map((moment) => moment.toISOString());
  if (format === 'date') return moments.map((moment) => moment.toISOString().slice(0, 10));
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl();
  const lengths = {
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, MAX_TEXT_LENGTH)),
  };
  const anything = fc.string({ ...lengths, unit: 'grapheme' });
  if (pattern === undefined) return anything;
  // A match has either a time or a day.
  if (pattern.startsWith('^\\d{4}-')) {
    return moments.map((moment) => moment.toISOString().slice(0, moment.getTime() % 2 ? 10 : 24));
  }
  // A pattern that only lists allowed characters excludes all others.
  if (pattern.startsWith('^[^')) return anything;
  return fc.stringMatching(new RegExp(pattern), { maxLength });
}

const moments = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2030-01-01T00:00:00Z'),
  noInvalidDate: true,
});
