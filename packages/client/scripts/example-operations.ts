import {
  type JsonObject,
  type LocatedOperation,
  type OpenApiDocument,
  operationsOf,
  resolve,
} from './document.ts';

interface Answer {
  headers?: Record<string, JsonObject>;
  content?: Record<string, { examples?: JsonObject }>;
}

// It tells of an answer that is replayed, and the kit replays none.
const ofReplaysAlone = 'Idempotency-Replayed';

/** `example-operations.gen.ts`: what each operation is sent, and the answers it may be given. */
export function exampleOperations(document: OpenApiDocument): string {
  const located = operationsOf(document);
  const { responses = {} } = document.components;
  return [
    "import type * as Types from '../generated/types.gen.ts';",
    "import type { OperationId } from '../operations/operations.gen.ts';",
    "import type { ExampleOperation, ExampleResponse } from './example-operation.ts';",
    '',
    '/** What passes through each operation, and the names of the examples it may be answered with. */',
    'export interface ExampleOperations {',
    ...located.map((operation) => `  '${operation.id}': ${typeOf(document, operation)};`),
    '}',
    '',
    ...Object.keys(responses).map((name) => {
      const response = exampleResponse(document, { $ref: `#/components/responses/${name}` });
      return `const ${name}: ExampleResponse = ${JSON.stringify(response)};`;
    }),
    '',
    'export const exampleOperations: Record<OperationId, ExampleOperation> = {',
    ...located.map((operation) => `  '${operation.id}': ${entry(document, operation)},`),
    '};',
    '',
    '/** The header fields that tell of a rate limit, by its class. */',
    'export const rateLimits: Record<string, Record<string, string>> = ' +
      `${JSON.stringify(rateLimits(document))};`,
    '',
  ].join('\n');
}

function typeOf(document: OpenApiDocument, operation: LocatedOperation): string {
  const words = operation.id.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const typeName = words.join('');
  const part = (name: string, isThere: boolean) =>
    `${name}: ${isThere ? `NonNullable<Types.${typeName}Data['${name}']>` : 'undefined'}`;
  const places = operation.parameters.map((parameter) => parameter.in);
  const names = Object.values(operation.responses).flatMap(
    (response) => exampleResponse(document, response).examples,
  );
  return [
    '{',
    `    ${part('path', places.includes('path'))};`,
    `    ${part('query', places.includes('query'))};`,
    `    ${part('body', operation.requestBody !== undefined)};`,
    `    answer: Types.${typeName}Response;`,
    `    example: ${[...new Set(names)].map((name) => `'${name}'`).join(' | ') || 'never'};`,
    '  }',
  ].join('\n');
}

function entry(document: OpenApiDocument, operation: LocatedOperation): string {
  const { method, path, parameters, security, rateLimitClass, responses } = operation;
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const types = inQuery
    .map(({ name, schema }) => [name, resolve<{ type?: string }>(document, schema).type])
    .filter(([, type]) => type !== 'string');
  const query = inQuery.length === 0 ? null : Object.fromEntries(types);
  // An empty alternative: the credential may stand in the body.
  const schemes = security.map((alternative) => Object.keys(alternative)[0]);
  const credentials = schemes.includes(undefined) ? [] : schemes;
  const answers = Object.entries(responses).map(([status, response]) => {
    const [, component] = /^#\/components\/responses\/(\w+)$/.exec(String(response.$ref)) ?? [];
    return `      ${status}: ${component ?? JSON.stringify(exampleResponse(document, response))},`;
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

function exampleResponse(document: OpenApiDocument, response: JsonObject) {
  const { headers = {}, content = {} } = resolve<Answer>(document, response);
  const [[mediaType, { examples = {} }] = [null, {}]] = Object.entries(content);
  const fields = Object.entries(headers)
    .filter(([name]) => name !== ofReplaysAlone)
    .map(([name, header]) => [name, String(examplesOf(document, header)[0])]);
  return { mediaType, headers: Object.fromEntries(fields), examples: Object.keys(examples) };
}

function examplesOf(document: OpenApiDocument, header: JsonObject): unknown[] {
  const { schema } = resolve<{ schema: JsonObject }>(document, header);
  const { examples = [] } = resolve<{ examples?: unknown[] }>(document, schema);
  return examples;
}

/** Each class of operation has an example of the two header fields, which begins with its name. */
function rateLimits(document: OpenApiDocument): Record<string, JsonObject> {
  const example = (header: string, rateLimitClass: string): unknown => {
    const all = examplesOf(document, { $ref: `#/components/headers/${header}` });
    const found = all.find((one) => String(one).startsWith(`"${rateLimitClass}"`));
    if (found !== undefined) return found;
    throw new Error(`${header} has no example of the class ${rateLimitClass}. Add one.`);
  };
  const classes = operationsOf(document).map(({ rateLimitClass }) => rateLimitClass);
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
