import { componentName, type DocumentReader, type Schema } from '@partner-rating/spec/document';

/**
 * `examples.gen.ts`: the examples of the document. They are typed, so that one which the types do not
 * fit does not compile.
 */
export function examples(contract: DocumentReader): string {
  const typed = contract
    .bodies()
    .flatMap(({ schema, examples }) =>
      examples.map(({ name, value }) => ({ name, value, type: typeOf(contract, schema, value) })),
    );
  const byName = [...new Map(typed.map((example) => [example.name, example])).values()];
  return [
    "import type * as Types from '../generated/types.gen.ts';",
    '',
    '/** The examples of the document, each by its name. */',
    'export interface Examples {',
    ...byName.map(({ name, type }) => `  '${name}': ${type};`),
    '}',
    '',
    'export const examples: Examples = {',
    ...byName.map(({ name, value }) => `  '${name}': ${JSON.stringify(value)},`),
    '};',
    '',
  ].join('\n');
}

function typeOf(contract: DocumentReader, schema: Schema, value: unknown): string {
  const name = componentName(schema);
  if (name !== undefined) return `Types.${name}`;
  if (schema.items !== undefined) return `${typeOf(contract, schema.items, value)}[]`;
  const dialect = schema.anyOf?.find((one) => isWrittenIn(contract, one, Object(value)));
  if (dialect) return typeOf(contract, dialect, value);
  throw new Error('An example has no schema of its own. Put it in components/schemas.');
}

/** The dialects of the token endpoint differ in whether a member is a string or an array. */
function isWrittenIn({ resolve }: DocumentReader, schema: Schema, value: object): boolean {
  const { properties = {} } = resolve(schema);
  return Object.entries(properties).every(
    ([name, property]) =>
      !(name in value) ||
      (resolve(property).type === 'array') === Array.isArray(Reflect.get(value, name)),
  );
}
