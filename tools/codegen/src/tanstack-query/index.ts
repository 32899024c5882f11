import type { DocumentReader } from '@partner-rating/spec/document';
import {
  capitalized,
  type Files,
  type Model,
  type ModelOperation,
  optionsOf,
  readModel,
  withNotice,
} from '../model/index.ts';

/** Returns the generated file of the options for TanStack Query, by its path in `src/`. */
export function tanstackQueryFiles(contract: DocumentReader): Files {
  return withNotice({ 'queries.gen.ts': queries(readModel(contract)) });
}

/** Returns `queries.gen.ts`: every operation of the client, as a query, a list, or a mutation. */
function queries({ resources }: Model): string {
  return [
    "import type { ConditionalRequestOptions, IdempotentRequestOptions, PartnerRatingClient, RequestOptions } from '@partner-rating/client';",
    "import { type ListFilter, type ListOperation, listOperation } from './list-operation.ts';",
    "import { type MutationOperation, mutationOperation } from './mutation-operation.ts';",
    "import type { QueriesOptions } from './queries-options.ts';",
    "import type { Keyed } from './query-key.ts';",
    "import { type QueryOperation, queryOperation } from './query-operation.ts';",
    '',
    ...resources.map(({ name }) => `type ${capitalized(name)} = PartnerRatingClient['${name}'];`),
    '',
    '/** The operations of the service, with the names of the client. */',
    'export interface Queries extends Keyed {',
    ...resources.flatMap(({ name, operations }) => [
      `  /** \`client.${name}\` */`,
      `  readonly ${name}: Keyed & {`,
      ...operations.map((operation) => memberOf(operation, capitalized(name))),
      '  };',
    ]),
    '}',
    '',
    '/**',
    ' * Creates the options for TanStack Query from the operations of a client.',
    ' *',
    ' * @example',
    ' * const queries = createQueries(client);',
    " * const { data } = useQuery(queries.members.get.queryOptions('10482'));",
    ' */',
    'export function createQueries(',
    '  client: PartnerRatingClient,',
    "  { keyPrefix = ['partner-rating'] }: QueriesOptions = {},",
    '): Queries {',
    '  const key = (...names: string[]) => [...keyPrefix, ...names];',
    '  return {',
    '    key: () => keyPrefix,',
    ...resources.flatMap(({ name, operations }) => [
      `    ${name}: {`,
      `      key: () => key('${name}'),`,
      ...operations.map(callOf),
      '    },',
    ]),
    '  };',
    '}',
    '',
  ].join('\n');
}

/** Returns an operation as a member of the interface; `client` is the type of its resource. */
function memberOf(operation: ModelOperation, client: string): string {
  const { id, summary, deprecated } = operation;
  const comment = `\`client.${id}()\`: ${summary}.${deprecated ? ' @deprecated' : ''}`;
  return `    /** ${comment} */\n    readonly ${operation.name}: ${typeOf(operation, client)};`;
}

/** Returns the code that creates an operation. */
function callOf(operation: ModelOperation): string {
  const { id, resource, name: method, pagination, positional } = operation;
  const names = parametersOf(operation).map(({ name }) => name);
  const call = (options: string) => `client.${id}(${[...names, options].join(', ')})`;
  const key = `key('${resource}', '${method}')`;
  if (isMutation(operation)) {
    const variables = names.length === 0 ? 'options' : `{ ${names.join(', ')}, ...options }`;
    return `      ${method}: mutationOperation(${key}, (${variables}) => ${call('options')}),`;
  }
  const make = pagination ? 'listOperation' : 'queryOperation';
  const before = pagination && positional.length > 0 ? `, ${positional.length}` : '';
  return `      ${method}: ${make}(${key}, ([${names.join(', ')}], options) => ${call('options')}${before}),`;
}

/** Returns the parameters of the client's method before its options. */
function parametersOf({ positional, namedQuery, needsQuery, body }: ModelOperation) {
  return [
    ...positional.map(({ name, required = false }) => ({ name, needed: required })),
    ...(namedQuery.length > 0 ? [{ name: 'query', needed: needsQuery }] : []),
    ...(body ? [{ name: 'body', needed: body.required }] : []),
  ];
}

function isMutation({ method, isSafe }: ModelOperation): boolean {
  return method !== 'GET' && !isSafe;
}

function needsVariables(operation: ModelOperation): boolean {
  return parametersOf(operation).some(({ needed }) => needed);
}

function typeOf(operation: ModelOperation, client: string): string {
  const method = `${client}['${operation.name}']`;
  const fields = parametersOf(operation).map(({ name, needed }, index) => {
    const type = `Parameters<${method}>[${index}]`;
    const optional = `${name}${needed ? '' : '?'}`;
    return {
      code: `${optional}: ${type}`,
      filter: `${optional}: ${name === 'query' ? `ListFilter<${type}>` : type}`,
    };
  });
  const data = `Awaited<ReturnType<${method}>>`;
  if (isMutation(operation))
    return mutationType(
      operation,
      fields.map(({ code }) => code),
      data,
    );
  const input = `readonly [${fields.map(({ code }) => code).join(', ')}]`;
  if (!operation.pagination) return `QueryOperation<${input}, ${data}>`;
  const filter = `readonly [${fields.map(({ filter }) => filter).join(', ')}]`;
  return `ListOperation<${input}, ${filter}, ${data}>`;
}

function mutationType(operation: ModelOperation, fields: string[], data: string): string {
  const options = optionsOf(operation);
  const given = [...(fields.length > 0 ? [`{ ${fields.join('; ')} }`] : []), options].join(' & ');
  return `MutationOperation<${data}, ${needsVariables(operation) ? given : `${given} | void`}>`;
}
