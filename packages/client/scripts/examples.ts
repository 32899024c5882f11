import { type JsonObject, type OpenApiDocument, operationsOf, resolve } from './document.ts';

interface MediaType {
  schema: JsonObject;
  examples?: JsonObject;
}

/**
 * `examples.gen.ts`: the examples of the document. They are typed, so that one which the types do not
 * fit does not compile.
 */
export function examples(document: OpenApiDocument): string {
  const typed = mediaTypesOf(document).flatMap(({ schema, examples = {} }) =>
    Object.keys(examples).map((name) => {
      const value = document.components.examples?.[name]?.value;
      return { name, value, type: typeOf(document, schema, value) };
    }),
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

/** Everything that is sent or answered, by any operation or event. */
function mediaTypesOf(document: OpenApiDocument): MediaType[] {
  const bodies = [
    ...operationsOf(document).flatMap(({ requestBody, responses }) => [
      requestBody,
      ...Object.values(responses),
    ]),
    ...Object.values(document.webhooks).map(({ post }) => post?.requestBody as JsonObject),
  ];
  return bodies.flatMap((body = {}) =>
    Object.values(resolve<{ content?: Record<string, MediaType> }>(document, body).content ?? {}),
  );
}

function typeOf(document: OpenApiDocument, schema: JsonObject, value: unknown): string {
  const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(String(schema.$ref)) ?? [];
  if (name !== undefined) return `Types.${name}`;
  if (schema.type === 'array') return `${typeOf(document, schema.items as JsonObject, value)}[]`;
  const dialects = (schema.anyOf ?? []) as JsonObject[];
  const dialect = dialects.find((one) => isWrittenIn(document, one, value as JsonObject));
  if (dialect) return typeOf(document, dialect, value);
  throw new Error('An example has no schema of its own. Put it in components/schemas.');
}

/** The dialects of the token endpoint differ in whether a member is a string or an array. */
function isWrittenIn(document: OpenApiDocument, schema: JsonObject, value: JsonObject): boolean {
  const { properties } = resolve<{ properties: Record<string, JsonObject> }>(document, schema);
  return Object.entries(properties).every(([name, property]) => {
    const { type } = resolve<{ type?: unknown }>(document, property);
    return !(name in value) || (type === 'array') === Array.isArray(value[name]);
  });
}
