/** Reads the bundled document. Every generator and every check reads it here, so no other code follows a `$ref`. */
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

/** The body limit, in bytes, of an operation that does not state one. */
export const defaultBodyLimit = 1024 * 1024;

/** Splits a JSON pointer (RFC 6901), also in the form of a URI fragment, into its keys. */
export function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the name of the component that a reference leads to, or undefined if the value is not a reference. */
export function componentName(value: object): string | undefined {
  return '$ref' in value ? keysOf(String(value.$ref)).at(-1) : undefined;
}

/**
 * Removes `discriminator` from the schemas. Each alternative of a union has a constant that identifies it, so
 * generators of TypeScript would write the constant twice. Ajv does not support `mapping`.
 */
export function withoutDiscriminators(schemas: Record<string, Schema>): Record<string, Schema> {
  return mapValues(schemas, ({ discriminator: _, ...schema }) => schema);
}

/** A document with its references resolved. Each part is read once, at the first call. */
export interface DocumentReader {
  document: OpenApiDocument;
  /** Every operation, in the order of the document. */
  operations: () => readonly Operation[];
  /** @throws if the document has no such operation. */
  operation: (id: string) => Operation;
  /** Every event, in the order of the document. */
  events: () => readonly Event[];
  /** Every request and response body, by operation and event. */
  bodies: () => SentBody[];
  /** The examples of the components. */
  examples: () => readonly Example[];
  /** @throws if the document has no such example. */
  example: (name: string) => Example;
  /** The schemas of the components, by name. */
  schemas: Record<string, Schema>;
  /**
   * Follows a reference, and references in its target. Returns other values unchanged.
   *
   * @throws if a reference leads nowhere.
   */
  resolve: <Value extends object>(value: Value | Reference) => Value;
  /**
   * Returns the first example of a schema. For an array without examples, returns an array with the first example of
   * its items.
   */
  firstExample: (schema: Schema) => unknown;
  /** Returns the component schemas that a value refers to, directly or indirectly, by name. */
  schemasBehind: (value: unknown) => Map<string, Schema>;
}

/** Reads a document in which every reference leads into the document itself. */
export function readDocument(source: object): DocumentReader {
  const document = source as OpenApiDocument;
  const parts = new PartReader(document);
  const { components = {}, paths, webhooks = {} } = document;
  const schemas = components.schemas ?? {};
  const operations = once(() =>
    Object.entries(paths).flatMap(([path, item]) =>
      withMethods(item).map((written): Operation => {
        const operation = parts.operation(path, item, written);
        return { ...operation, showsSecret: showsSecret(operation) };
      }),
    ),
  );
  const events = once(() =>
    Object.entries(webhooks).flatMap(([type, item]) =>
      withMethods(item).map(([, operation]) => ({ type, ...parts.exchange(item, operation) })),
    ),
  );
  const examples = once(() => parts.examples(components.examples));
  const resolve = parts.resolve.bind(parts);

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

  function showsSecret({ responses }: Exchange): boolean {
    const content = Object.values(responses).flatMap((response) => Object.values(response.content));
    const schemas = content.map(({ schema }) => schema);
    return [...schemas, ...schemasBehind(schemas).values()].some(marksSecret);
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

/** Reads the parts of a document, and follows their references. */
class PartReader {
  readonly #document: OpenApiDocument;

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  resolve<Value extends object>(value: Value | Reference): Value {
    let current: object = value;
    while ('$ref' in current) current = this.#lookUp(String(current.$ref));
    return current as Value;
  }

  #lookUp(reference: string): object {
    const target = keysOf(reference).reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | undefined)?.[key],
      this.#document,
    );
    if (typeof target === 'object' && target !== null) return target;
    throw new Error(`The reference ${reference} leads nowhere. Bundle the document again.`);
  }

  examples(examples: Record<string, ExampleObject | Reference> = {}): Example[] {
    return Object.entries(examples).map(([name, example]) => {
      const { summary = '', value } = this.resolve(example);
      return { name, summary, value };
    });
  }

  operation(
    path: string,
    item: PathItem,
    [method, operation]: WithMethod,
  ): Omit<Operation, 'showsSecret'> {
    const exchange = this.exchange(item, operation);
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

  exchange(item: PathItem, operation: OperationObject): Exchange {
    const roles = (operation.security ?? []).flatMap(({ OperatorToken = [] }) => OperatorToken);
    const { key = [], user = roles } = operation['x-required-scopes'] ?? {};
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
    return {
      id: operation.operationId ?? '',
      summary: operation.summary ?? '',
      description: operation.description ?? '',
      parameters: parameters.map((parameter) => this.resolve(parameter)),
      requiredScopes: { key, user },
      body: operation.requestBody ? this.#body(operation.requestBody) : null,
      responses: mapValues(operation.responses, (response) => this.#response(response)),
    };
  }

  #body(reference: BodyObject | Reference): Body {
    const { required = false, content } = this.resolve(reference);
    return { required, content: this.#content(content) };
  }

  #response(reference: ResponseObject | Reference): Response {
    const component = this.resolve(reference);
    const { headers = {}, content } = component;
    // A description next to a reference overrides the component's (OpenAPI 3.1, Reference Object).
    const { description = component.description ?? '' } = reference;
    return {
      component: componentName(reference) ?? null,
      description,
      isOwnText: description !== component.description || component === reference,
      headers: mapValues(headers, (header) => this.resolve(header)),
      content: this.#content(content),
    };
  }

  #content(content: Record<string, MediaTypeObject> = {}): Content {
    return mapValues(content, ({ schema = {}, examples }) => ({
      schema,
      examples: this.examples(examples),
    }));
  }
}

/** Returns a function that makes the value at its first call and then returns the same value. */
function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Returns the content of the success response, or an empty object if it has no body. */
function successOf({ responses }: Exchange): Content {
  const [, success] = Object.entries(responses).find(([status]) => status < '300') ?? [];
  return success?.content ?? {};
}

/** Returns whether a schema, or a schema inside it, is marked as a secret. */
function marksSecret(schema: object): boolean {
  if ('x-secret' in schema && schema['x-secret'] === true) return true;
  return Object.values(schema).some(
    (part) => typeof part === 'object' && part !== null && marksSecret(part),
  );
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
