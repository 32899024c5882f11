/**
 * The reader of the bundled document. Whatever is made from the contract or checked against it reads
 * it here; nothing else follows a `$ref`.
 */
import type {
  Body,
  Content,
  Event,
  Example,
  Exchange,
  Operation,
  Response,
  SentBody,
} from './exchange.ts';
import {
  type BodyObject,
  type ExampleObject,
  type MediaTypeObject,
  methods,
  type OpenApiDocument,
  type OperationObject,
  type PathItem,
  type Reference,
  type ResponseObject,
  type Schema,
} from './openapi.ts';

export type * from './exchange.ts';
export type * from './openapi.ts';

/** The body limit of an operation that states none, in bytes. */
export const defaultBodyLimit = 1024 * 1024;

/** The keys that a JSON pointer (RFC 6901) names, one after the other; a fragment is one too. */
export function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The name of the component that a reference leads to; undefined for what is no reference. */
export function componentName(value: object): string | undefined {
  return '$ref' in value ? keysOf(String(value.$ref)).at(-1) : undefined;
}

/**
 * The schemas without `discriminator`, for what distinguishes the alternatives of a union by the constant that each
 * has: generators of TypeScript would say it twice, and Ajv takes no mapping.
 */
export function withoutDiscriminators(schemas: Record<string, Schema>): Record<string, Schema> {
  return mapValues(schemas, ({ discriminator: _, ...schema }) => schema);
}

/** What a document says, with its references followed. It is read once, at the first call of each. */
export interface DocumentReader {
  document: OpenApiDocument;
  /** Every operation, in the order of the document. */
  operations: () => readonly Operation[];
  /** @throws where the document has no such operation. */
  operation: (id: string) => Operation;
  /** Every event, in the order of the document. */
  events: () => readonly Event[];
  /** Everything that is sent, by operation and event. */
  bodies: () => SentBody[];
  /** The examples of the components. */
  examples: () => readonly Example[];
  /** @throws where the document has no such example. */
  example: (name: string) => Example;
  /** The schemas of the components, by name. */
  schemas: Record<string, Schema>;
  /**
   * What a reference leads to, through as many as there are; what is no reference is returned as it is.
   *
   * @throws where a reference leads nowhere.
   */
  resolve: <Value extends object>(value: Value | Reference) => Value;
  /** The first example of a schema; of a list without one, a list of the first of its items. */
  firstExample: (schema: Schema) => unknown;
  /** The schemas of the components that a value refers to, directly or through one another, by name. */
  schemasBehind: (value: unknown) => Map<string, Schema>;
}

/** Reads a document in which every reference leads into the document itself. */
export function readDocument(source: object): DocumentReader {
  const document = source as OpenApiDocument;

  function resolve<Value extends object>(value: Value | Reference): Value {
    let current: object = value;
    while ('$ref' in current) current = lookUp(String(current.$ref));
    return current as Value;
  }

  function lookUp(reference: string): object {
    const target = keysOf(reference).reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | undefined)?.[key],
      document,
    );
    if (typeof target === 'object' && target !== null) return target;
    throw new Error(`The reference ${reference} leads nowhere. Bundle the document again.`);
  }

  const readExamples = (examples: Record<string, ExampleObject | Reference> = {}): Example[] =>
    Object.entries(examples).map(([name, example]) => {
      const { summary = '', value } = resolve(example);
      return { name, summary, value };
    });

  const readContent = (content: Record<string, MediaTypeObject> = {}): Content =>
    mapValues(content, ({ schema = {}, examples }) => ({
      schema,
      examples: readExamples(examples),
    }));

  function readBody(reference: BodyObject | Reference): Body {
    const { required = false, content } = resolve(reference);
    return { required, content: readContent(content) };
  }

  function readResponse(reference: ResponseObject | Reference): Response {
    const component = resolve(reference);
    const { headers = {}, content } = component;
    // What stands beside a reference takes precedence (OpenAPI 3.1, Reference Object).
    const { description = component.description ?? '' } = reference;
    return {
      component: componentName(reference) ?? null,
      description,
      isOwnText: description !== component.description || component === reference,
      headers: mapValues(headers, (header) => resolve(header)),
      content: readContent(content),
    };
  }

  function readExchange(item: PathItem, operation: OperationObject): Exchange {
    const roles = (operation.security ?? []).flatMap(({ OperatorToken = [] }) => OperatorToken);
    const { key = [], user = roles } = operation['x-required-scopes'] ?? {};
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
    return {
      id: operation.operationId ?? '',
      summary: operation.summary ?? '',
      description: operation.description ?? '',
      parameters: parameters.map((parameter) => resolve(parameter)),
      requiredScopes: { key, user },
      body: operation.requestBody ? readBody(operation.requestBody) : null,
      responses: mapValues(operation.responses, readResponse),
    };
  }

  function readOperation(path: string, item: PathItem, [method, operation]: WithMethod): Operation {
    const exchange = readExchange(item, operation);
    const isPage = 'text/html' in successOf(exchange);
    const { parameters } = exchange;
    const ofPath = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) =>
      parameters.filter((one) => one.in === 'path' && one.name === name),
    );
    return {
      ...exchange,
      isPage,
      isCalled: !isPage && takesJson(exchange.body),
      method: method.toUpperCase() as Operation['method'],
      path,
      tag: operation.tags?.[0] ?? '',
      security: operation.security ?? [],
      schemes: (operation.security ?? []).map((scheme) => Object.keys(scheme)[0] ?? null),
      isIdempotent: operation['x-idempotent'] ?? false,
      isSafe: operation['x-safe'] ?? false,
      isRepeatable: operation['x-safe'] ?? operation['x-repeatable'] ?? false,
      positional: [...ofPath, ...parameters.filter((one) => one['x-positional'])],
      isConditional: parameters.some(({ name }) => name === 'If-Match'),
      pagination: operation['x-pagination'] ?? null,
      rateLimitClass: operation['x-rate-limit-class'] ?? 'default',
      bodyLimit: operation['x-body-limit'] ?? defaultBodyLimit,
      deprecated: operation.deprecated,
      'x-deprecated-at': operation['x-deprecated-at'],
      'x-sunset': operation['x-sunset'],
    };
  }

  const operations = once(() =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      withMethods(item).map((operation) => readOperation(path, item, operation)),
    ),
  );
  const events = once(() =>
    Object.entries(document.webhooks ?? {}).flatMap(([type, item]) =>
      withMethods(item).map(([, operation]) => ({ type, ...readExchange(item, operation) })),
    ),
  );
  const examples = once(() => readExamples(document.components?.examples));
  const schemas = document.components?.schemas ?? {};

  function firstExample(reference: Schema): unknown {
    const schema = resolve<Schema>(reference);
    if (schema.examples !== undefined) return schema.examples[0];
    return schema.items === undefined ? undefined : [firstExample(schema.items)];
  }

  function schemasBehind(value: unknown, found = new Map<string, Schema>()) {
    if (typeof value !== 'object' || value === null) return found;
    for (const part of Object.values(value)) schemasBehind(part, found);
    const name = componentName(value);
    if (name === undefined || found.has(name)) return found;
    const target = resolve(value);
    if (schemas[name] === target) found.set(name, schemas[name]);
    return schemasBehind(target, found);
  }

  return {
    document,
    operations,
    operation: (id) => named(operations(), 'id', id),
    events,
    bodies: () => [...operations(), ...events()].flatMap(bodiesOf),
    examples,
    example: (name) => named(examples(), 'name', name),
    schemas,
    resolve,
    firstExample,
    schemasBehind: (value) => schemasBehind(value),
  };
}

/** The value, made at the first call. */
function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** What is answered where a request succeeds; empty where that is nothing. */
function successOf({ responses }: Exchange): Content {
  const [, success] = Object.entries(responses).find(([status]) => status < '300') ?? [];
  return success?.content ?? {};
}

function takesJson(body: Body | null): boolean {
  return body === null || 'application/json' in body.content;
}

type WithMethod = [method: string, operation: OperationObject];

function withMethods(item: PathItem): WithMethod[] {
  return Object.entries(item).filter(([key]) => (methods as readonly string[]).includes(key));
}

function bodiesOf({ id, body, responses }: Exchange): SentBody[] {
  const answers = Object.entries(responses).map(([status, { content }]) => ({ status, content }));
  return [{ status: null, content: body?.content ?? {} }, ...answers].flatMap(
    ({ status, content }) =>
      Object.entries(content).map(([mediaType, part]) => ({ id, status, mediaType, ...part })),
  );
}

function named<Key extends string, Thing extends Record<Key, string>>(
  things: readonly Thing[],
  key: Key,
  name: string,
): Thing {
  const found = things.find((thing) => thing[key] === name);
  if (found === undefined) throw new Error(`The document has no ${name}.`);
  return found;
}

function mapValues<From, To>(
  record: Record<string, From>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
