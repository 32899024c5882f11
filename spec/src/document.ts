/**
 * The reader of the bundled document. Whatever is made from the contract or checked against it reads
 * it here; nothing else follows a `$ref`.
 */
import {
  type BodyObject,
  type Deprecable,
  type ExampleObject,
  type Header,
  type MediaTypeObject,
  methods,
  type OpenApiDocument,
  type OperationObject,
  type Pagination,
  type Parameter,
  type PathItem,
  type Reference,
  type ResponseObject,
  type Schema,
} from './openapi.ts';

export type * from './openapi.ts';

/** The body limit of an operation that states none, in bytes. */
export const defaultBodyLimit = 1024 * 1024;

export interface Example {
  name: string;
  summary: string;
  value: unknown;
}

export interface MediaType {
  /** As it stands in the document: with references to the schemas of the components. */
  schema: Schema;
  examples: Example[];
}

export type Content = Record<string, MediaType>;

export interface Body {
  required: boolean;
  content: Content;
}

export interface Response {
  /** The name of the component it is; null where it stands in the operation. */
  component: string | null;
  description: string;
  headers: Record<string, Header>;
  /** Empty where it has no body. */
  content: Content;
}

/** An event that the service sends, or what it has in common with an operation. */
export interface Exchange {
  id: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  requiredScopes: { key: string[]; user: string[] };
  /** Null where none is taken. */
  body: Body | null;
  /** By status. */
  responses: Record<string, Response>;
}

export interface Operation extends Exchange, Deprecable {
  /** In capitals. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  tag: string;
  /** Whether it is a page, which a player's browser opens. */
  isPage: boolean;
  /**
   * Whether clients have a method of it: not of a page, and not of what takes a form alone, which OAuth client
   * libraries send.
   */
  isCalled: boolean;
  security: Record<string, string[]>[];
  /** The names of the schemes of which one must hold; null stands for no credential. */
  schemes: (string | null)[];
  isIdempotent: boolean;
  /** Whether it changes nothing although its method may (`x-safe`). */
  isSafe: boolean;
  /** Whether a client may repeat it without an idempotency key where the answer was lost, although its method may write. */
  isRepeatable: boolean;
  /** Of a list with pages (`x-pagination`); null of anything else. */
  pagination: Pagination | null;
  rateLimitClass: string;
  bodyLimit: number;
}

export interface Event extends Exchange {
  type: string;
}

/** A body that is sent: by a caller, by the service, or by the service to a receiver. */
export interface SentBody extends MediaType {
  id: string;
  /** Null for a request or an event. */
  status: string | null;
  mediaType: string;
}

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

/** What a document says, with its references followed. */
export interface DocumentReader {
  document: OpenApiDocument;
  /** Every operation, in the order of the document. */
  operations: () => Operation[];
  /** @throws where the document has no such operation. */
  operation: (id: string) => Operation;
  /** Every event, in the order of the document. */
  events: () => Event[];
  /** Everything that is sent, by operation and event. */
  bodies: () => SentBody[];
  /** The examples of the components. */
  examples: () => Example[];
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
    const { description = '', headers = {}, content } = resolve(reference);
    return {
      component: componentName(reference) ?? null,
      description,
      headers: mapValues(headers, (header) => resolve(header)),
      content: readContent(content),
    };
  }

  function readExchange(item: PathItem, operation: OperationObject): Exchange {
    const { key = [], user = [] } = operation['x-required-scopes'] ?? {};
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
      pagination: operation['x-pagination'] ?? null,
      rateLimitClass: operation['x-rate-limit-class'] ?? 'default',
      bodyLimit: operation['x-body-limit'] ?? defaultBodyLimit,
      deprecated: operation.deprecated,
      'x-deprecated-at': operation['x-deprecated-at'],
      'x-sunset': operation['x-sunset'],
    };
  }

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      withMethods(item).map((operation) => readOperation(path, item, operation)),
    );
  const events = () =>
    Object.entries(document.webhooks ?? {}).flatMap(([type, item]) =>
      withMethods(item).map(([, operation]) => ({ type, ...readExchange(item, operation) })),
    );
  const examples = () => readExamples(document.components?.examples);
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
  things: Thing[],
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
