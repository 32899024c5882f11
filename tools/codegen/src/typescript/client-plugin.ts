import { $, type DefinePlugin, definePluginConfig } from '@hey-api/openapi-ts';
import { componentName, type DocumentReader, type Schema } from '@partner-rating/spec/document';
import { ArrayType, Interface, PureCall, type TypeNode } from '../hey-api/nodes.ts';
import {
  capitalized,
  type Model,
  type ModelOperation,
  optionsOf,
  type Resource,
} from '../model/index.ts';
import { methodComment } from './call-example.ts';
import { isScoped } from './fixed-types.ts';

type ClientPlugin = DefinePlugin<{ name: 'partner-rating-client' }>;
type Instance = ClientPlugin['Instance'];

/** Returns the hey-api plugin that writes the operations, the queries, and the resources of the client. */
export function clientPlugin(model: Model) {
  return definePluginConfig<ClientPlugin['Types']>({
    name: 'partner-rating-client',
    config: {},
    handler: ({ plugin }) => writeClient(plugin, model),
  })();
}

/** Returns the imports of the generated code from the source of the client. */
function importsOf(plugin: Instance) {
  const type = (name: string, file: string) =>
    plugin.symbol(name, { external: `../core/${file}.ts`, kind: 'type' });
  const value = (name: string, file: string) =>
    plugin.symbol(name, { external: `../core/${file}.ts`, kind: 'var' });
  // A schema may have the name of a resource, so the types have their own namespace.
  const space = (name: string, file: string) =>
    plugin.symbol(name, { external: `../${file}.gen.ts`, kind: 'type', importKind: 'namespace' });
  return {
    oauthRefusal: value('oauthRefusal', 'errors/oauth-refusal'),
    fillPath: value('fillPath', 'request-url'),
    resource: value('resource', 'resource'),
    writeBody: value('writeBody', 'write'),
    writeConditional: value('writeConditional', 'write'),
    writeIdempotent: value('writeIdempotent', 'write'),
    Operation: type('Operation', 'operation'),
    Query: type('Query', 'operation'),
    PagePromise: type('PagePromise', 'paging/page-promise'),
    ListQuery: type('ListQuery', 'paging/paged'),
    ConditionalRequestOptions: type('ConditionalRequestOptions', 'request-options'),
    IdempotentRequestOptions: type('IdempotentRequestOptions', 'request-options'),
    RequestOptions: type('RequestOptions', 'request-options'),
    ResourceClass: type('ResourceClass', 'resource'),
    ResponsePromise: type('ResponsePromise', 'response-promise'),
    Types: space('Types', 'generated/types'),
    Queries: space('Queries', 'operations/queries'),
  };
}

function writeClient(plugin: Instance, { contract, operations, resources }: Model): void {
  const writer = new ClientWriter(plugin, contract);
  writer.writeIds(operations);
  for (const operation of operations) {
    // A page has a constant for its path. An operation that takes only a form has none, because the client sends JSON.
    if (operation.isCalled || operation.isPage) writer.writeOperation(operation);
    if (operation.isCalled && operation.namedQuery.length > 0) writer.writeQuery(operation);
  }
  for (const resource of resources) writer.writeResource(resource);
}

class ClientWriter {
  readonly #plugin: Instance;
  readonly #contract: Model['contract'];
  readonly #imports: ReturnType<typeof importsOf>;

  constructor(plugin: Instance, contract: Model['contract']) {
    this.#plugin = plugin;
    this.#contract = contract;
    this.#imports = importsOf(plugin);
  }

  writeIds(operations: readonly ModelOperation[]): void {
    this.#plugin.node(
      $.type
        .alias(this.#declare('OperationId', 'operations/operations', 'type'))
        .export()
        .doc('The operations of the document, by name.')
        .type($.type.or(...operations.map(({ id }) => $.type.literal(id)))),
    );
  }

  /** Writes `operations.gen.ts`: the method and path of each operation, with its types. */
  writeOperation(operation: ModelOperation): void {
    const { id, resource, name, method, path, typeName, maxBytes } = operation;
    checkParameters(this.#contract, operation);
    const imports = this.#imports;
    const facts = $.object().pretty().prop('id', $.literal(id));
    if (method !== 'GET') facts.prop('method', $.literal(method));
    facts.prop('path', $.literal(path));
    // Functions that only some operations need are properties, so that bundles of other operations do not contain them.
    if (operation.isRepeatable) facts.prop('safe', $.literal(true));
    if (operation.pathParameters.length > 0) facts.prop('fillPath', $(imports.fillPath));
    const write = writerOf(operation);
    if (write) facts.prop('write', $(imports[write]));
    if (maxBytes !== undefined) facts.prop('maxBytes', $.literal(maxBytes));
    if (operation.errorFormat === 'oauth') facts.prop('refusal', $(imports.oauthRefusal));
    // TypeDoc reads the alias of an array as `any`.
    const answer = operation.isCalled
      ? this.#typeOf(operation.answer)
      : this.#types(`${typeName}Response`);
    this.#plugin.node(
      $.const(this.#declare(resource + capitalized(name), 'operations/operations', 'var'))
        .export()
        .doc(`\`${id}\`: ${method} ${path}`)
        .type($.type(imports.Operation).generics(this.#types(`${typeName}Data`), answer))
        .assign(facts),
    );
  }

  /** Writes `queries.gen.ts`: the query of a method. */
  writeQuery(operation: ModelOperation): void {
    const { id, typeName, needsQuery, queryParameters, positional, pagination } = operation;
    const sent = $.type.idx(this.#types(`${typeName}Data`), $.type.literal('query'));
    const whole = needsQuery ? sent : $.type('NonNullable').generic(sent);
    const unnamed = positional.filter((parameter) => parameter.in === 'query');
    const names = unnamed.map((parameter) => $.type.literal(parameter.name));
    const query = names.length > 0 ? $.type('Omit').generics(whole, $.type.or(...names)) : whole;
    const name = this.#declare(`${typeName}Query`, 'operations/queries', 'type');
    const text = `The query of \`${id}\`.`;
    if (!pagination) {
      const base = { name: $(this.#imports.Query), argument: query };
      this.#plugin.node(new Interface(name, text, [], base));
      return;
    }
    const list = $.type(this.#imports.ListQuery).generic(query);
    const located = isScoped(queryParameters.map((parameter) => parameter.name));
    const type = located ? $.type.and(list, this.#types('ScopedLocation')) : list;
    this.#plugin.node($.type.alias(name).export().doc(text).type(type));
  }

  /** Writes `resources/<name>.gen.ts`: the methods of a resource. */
  writeResource({ name, className, isExtended, about, operations, pages }: Resource): void {
    const file = `resources/${name}`;
    const methods = operations.map((operation) => ({
      name: operation.name,
      type: this.#signature(operation),
      text: methodComment(this.#contract, operation),
    }));
    this.#plugin.node(new Interface(this.#declare(className, file, 'type'), about, methods));
    const lines = $.object().pretty();
    for (const operation of operations) lines.prop(operation.name, $.literal(lineOf(operation)));
    const made = $(this.#imports.resource).call($.literal(name), lines);
    const value = $.const(this.#declare(className, file, 'var'))
      .export()
      .type($.type(this.#imports.ResourceClass).generic(className))
      .assign(new PureCall(made));
    // Only an extended class is exported. The client itself creates the others.
    this.#plugin.node(isExtended ? value : value.doc('@internal'));
    // A page has no method: a browser opens its path.
    for (const page of pages) {
      this.#plugin.node(
        $.const(this.#declare(`${page.name}Path`, file, 'var'))
          .export()
          .doc(`The path of the page \`${page.id}\`.`)
          .assign($.literal(page.path)),
      );
    }
  }

  #declare(name: string, file: string, kind: 'type' | 'var') {
    return this.#plugin.symbol(name, { getFilePath: () => file, kind });
  }

  #types(name: string) {
    return $.type(this.#imports.Types).attr(name);
  }

  #typeOf(schema: Schema | undefined): TypeNode {
    if (schema === undefined) return $.type('void');
    // With several media types, the first is JSON.
    const [variant] = schema.anyOf ?? [schema];
    const name = componentName(variant ?? schema);
    if (name !== undefined) return this.#types(name);
    if (schema.items !== undefined) return new ArrayType(this.#typeOf(schema.items));
    if (schema.type === 'string') return $.type('string');
    throw new Error('A body has no named schema. Put it in components/schemas.');
  }

  #signature(operation: ModelOperation): TypeNode {
    const { typeName, needsQuery, body, json, answer, item } = operation;
    const type = $.type.func();
    for (const { name, schema, required } of operation.positional) {
      type.param(name, (parameter) => parameter.optional(!required).type(this.#typeOf(schema)));
    }
    if (operation.namedQuery.length > 0) {
      const query = $.type(this.#imports.Queries).attr(`${typeName}Query`);
      type.param('query', (parameter) => parameter.optional(!needsQuery).type(query));
    }
    if (body) {
      const sent = this.#typeOf(json?.schema);
      type.param('body', (parameter) => parameter.optional(!body.required).type(sent));
    }
    const options = $.type(this.#imports[optionsOf(operation)]);
    type.param('options', (parameter) => parameter.optional().type(options));
    return type.returns(
      item
        ? $.type(this.#imports.PagePromise).generics(this.#typeOf(answer), this.#typeOf(item))
        : $.type(this.#imports.ResponsePromise).generic(this.#typeOf(answer)),
    );
  }
}

/** Returns the function that writes the body of the operation. */
function writerOf({ isConditional, isIdempotent, body }: ModelOperation) {
  if (isConditional) return 'writeConditional';
  if (isIdempotent) return 'writeIdempotent';
  return body ? 'writeBody' : undefined;
}

/** Returns the operation as a line for `resource` in `core/resource.ts`. */
function lineOf(operation: ModelOperation): string {
  const { method, path, positional, body, maxBytes, pagination } = operation;
  const [unnamed] = positional.filter((one) => one.in === 'query');
  return [
    method,
    path,
    ...(unnamed ? [`id:${unnamed.name}`] : []),
    ...(operation.isRepeatable ? ['safe'] : []),
    ...(operation.namedQuery.length > 0 ? ['query'] : []),
    ...(body ? ['body'] : []),
    ...(maxBytes === undefined ? [] : [`max:${maxBytes}`]),
    ...(operation.isIdempotent ? ['key'] : []),
    ...(operation.isConditional ? ['match'] : []),
    ...(operation.errorFormat === 'oauth' ? ['oauth'] : []),
    ...(pagination ? [`pages:${pagination.items}`] : []),
  ].join(' ');
}

/** Checks that lists are joined by commas, because the client knows no other notation. */
function checkParameters({ resolve }: DocumentReader, { id, parameters }: ModelOperation): void {
  for (const { name, in: location, explode, schema } of parameters) {
    const isList = resolve(schema).type === 'array';
    if (isList && (location !== 'query' || explode !== false)) {
      throw new Error(
        `${id}: the list ${name} is not joined by commas. ` +
          'Set `explode: false` in the document, or implement the other notation in src/core/request-url.ts.',
      );
    }
  }
}
