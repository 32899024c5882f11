import {
  componentName,
  type DocumentReader,
  type Header,
  type Response,
  type Schema,
} from '@partner-rating/spec/document';
import type { Model, ModelOperation } from '../model/index.ts';

/**
 * Returns `examples.gen.ts`: the examples of the document. The examples are typed, so that an example that does not
 * match its type does not compile.
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
    '/** The examples of the document, by name. */',
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
  const variant = schema.anyOf?.find((one) => isWrittenIn(contract, one, Object(value)));
  if (variant) return typeOf(contract, variant, value);
  throw new Error('An example has no named schema. Put its schema into components/schemas.');
}

/** Returns the type of an example. In the media types of the token endpoint, a field is a string or an array. */
function isWrittenIn({ resolve }: DocumentReader, schema: Schema, value: object): boolean {
  const { properties = {} } = resolve(schema);
  return Object.entries(properties).every(
    ([name, property]) =>
      !(name in value) ||
      (resolve(property).type === 'array') === Array.isArray(Reflect.get(value, name)),
  );
}

// This header field marks a replayed answer, and the test kit replays none.
const ofReplaysAlone = 'Idempotency-Replayed';

/** Returns `example-operations.gen.ts`: the input of each operation, and its possible answers. */
export function exampleOperations({ contract, operations }: Model): string {
  return [
    "import type * as Types from '../generated/types.gen.ts';",
    "import type { OperationId } from '../operations/operations.gen.ts';",
    "import type { ExampleOperation, ExampleResponse } from './example-operation.ts';",
    '',
    '/** The input and the answer of each operation, and the names of its examples. */',
    'export interface ExampleOperations {',
    ...operations.map((operation) => `  '${operation.id}': ${passedTypes(operation)};`),
    '}',
    '',
    ...[...sharedResponses(operations)].map(([name, response]) => {
      const example = exampleResponse(contract, response);
      return `const ${name}: ExampleResponse = ${JSON.stringify(example)};`;
    }),
    '',
    'export const exampleOperations: Record<OperationId, ExampleOperation> = {',
    ...operations.map((operation) => `  '${operation.id}': ${entry(contract, operation)},`),
    '};',
    '',
    '/** The header fields of a rate limit, by class. */',
    'export const rateLimits: Record<string, Record<string, string>> = ' +
      `${JSON.stringify(rateLimits(contract))};`,
    '',
  ].join('\n');
}

/** Returns the responses that operations share, sorted by name. */
function sharedResponses(operations: ModelOperation[]): Map<string, Response> {
  const shared = operations
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap((response): [string, Response][] =>
      response.component === null ? [] : [[response.component, response]],
    );
  return new Map(shared.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function passedTypes({ parameters, body, responses, typeName }: ModelOperation): string {
  const part = (name: string, isThere: boolean) =>
    `${name}: ${isThere ? `NonNullable<Types.${typeName}Data['${name}']>` : 'undefined'}`;
  const locations = parameters.map((parameter) => parameter.in);
  const names = Object.values(responses).flatMap(exampleNames);
  return [
    '{',
    `    ${part('path', locations.includes('path'))};`,
    `    ${part('query', locations.includes('query'))};`,
    `    ${part('body', body !== null)};`,
    `    answer: Types.${typeName}Response;`,
    `    example: ${[...new Set(names)].map((name) => `'${name}'`).join(' | ') || 'never'};`,
    '  }',
  ].join('\n');
}

function entry(contract: DocumentReader, operation: ModelOperation): string {
  const { method, path, queryParameters, security, rateLimitClass, responses } = operation;
  const types = queryParameters
    .map(({ name, schema }) => [name, contract.resolve(schema).type])
    .filter(([, type]) => type !== 'string');
  const query = queryParameters.length === 0 ? null : Object.fromEntries(types);
  // An empty alternative: the credential may be in the body.
  const schemes = security.map((alternative) => Object.keys(alternative)[0]);
  const credentials = schemes.includes(undefined) ? [] : schemes;
  const answers = Object.entries(responses).map(([status, response]) => {
    const example = response.component ?? JSON.stringify(exampleResponse(contract, response));
    return `      ${status}: ${example},`;
  });
  return [
    '{',
    `    method: '${method}',`,
    `    path: '${path}',`,
    `    query: ${JSON.stringify(query)},`,
    `    credentials: ${JSON.stringify(credentials)},`,
    `    rateLimitClass: '${rateLimitClass}',`,
    '    responses: {',
    ...answers,
    '    },',
    '  }',
  ].join('\n');
}

function exampleResponse({ firstExample }: DocumentReader, response: Response) {
  const [mediaType = null] = Object.keys(response.content);
  const fields = Object.entries(response.headers)
    .filter(([name]) => name !== ofReplaysAlone)
    .map(([name, { schema }]) => [name, String(firstExample(schema))]);
  return { mediaType, headers: Object.fromEntries(fields), examples: exampleNames(response) };
}

function exampleNames({ content }: Response): string[] {
  return Object.values(content)[0]?.examples.map(({ name }) => name) ?? [];
}

/** Returns the examples of the two header fields of each class; they begin with the name of the class. */
function rateLimits({ operations, resolve }: DocumentReader) {
  const example = (header: string, rateLimitClass: string): unknown => {
    const { schema } = resolve<Header>({ $ref: `#/components/headers/${header}` });
    const found = schema.examples?.find((one) => String(one).startsWith(`"${rateLimitClass}"`));
    if (found !== undefined) return found;
    throw new Error(`${header} has no example of the class ${rateLimitClass}. Add one.`);
  };
  const classes = operations().map(({ rateLimitClass }) => rateLimitClass);
  return Object.fromEntries(
    [...new Set(classes)].map((name) => [
      name,
      {
        'RateLimit-Policy': example('RateLimit-Policy', name),
        RateLimit: example('RateLimit', name),
      },
    ]),
  );
}
