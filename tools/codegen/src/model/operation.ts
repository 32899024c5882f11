import {
  type DocumentReader,
  defaultBodyLimit,
  type MediaType,
  type Operation,
  type Parameter,
  type Schema,
} from '@partner-rating/spec/document';
import { type ErrorFormat, type MethodText, methodText } from './text.ts';

/** An operation, as the generators of all languages read it. */
export interface ModelOperation extends Operation {
  /** The part of the id before the dot, and the part after it. */
  resource: string;
  name: string;
  /** Both parts as the start of a type name: `MembersGet`. */
  typeName: string;
  /** In the order of the path. */
  pathParameters: Parameter[];
  queryParameters: Parameter[];
  /** The query parameters that a call passes by name. */
  namedQuery: Parameter[];
  needsQuery: boolean;
  /** The JSON body; undefined if the operation has none. */
  json: MediaType | undefined;
  /** The schema of the JSON of a successful response; undefined if there is none. */
  answer: Schema | undefined;
  /** The schema of an item of a paginated list; undefined for any other operation. */
  item: Schema | undefined;
  /** The format of the operation's errors, from its 400 response. */
  errorFormat: ErrorFormat;
  /** The maximum size of the operation's body, if it differs from the default. */
  maxBytes: number | undefined;
  text: MethodText;
}

/** The operations with the same first part of the id, which become the methods of one class. */
export interface Resource {
  name: string;
  className: string;
  /** Whether a hand-written class extends the generated class. */
  isExtended: boolean;
  /** A sentence about the resource. */
  about: string;
  /** The operations that clients call. */
  operations: ModelOperation[];
  /** The operations that a browser opens. */
  pages: ModelOperation[];
}

/** The input of all generators. */
export interface Model {
  contract: DocumentReader;
  operations: ModelOperation[];
  resources: Resource[];
}

// Resources with hand-written methods, and the name of the generated class that they extend.
const extended: Record<string, string> = { members: 'MembersOperations', oauth: 'OAuthOperations' };

/** Reads the document into the model that all generators share. */
export function readModel(contract: DocumentReader): Model {
  const operations = contract.operations().map((operation) => modelOf(contract, operation));
  const resources = [...Map.groupBy(operations, ({ resource }) => resource)].map(
    ([name, ofResource]): Resource => {
      const tag = contract.document.tags?.find((one) => one.name === ofResource[0]?.tag);
      return {
        name,
        className: extended[name] ?? capitalized(name),
        isExtended: name in extended,
        about: `The operations \`${name}.*\`: ${decapitalized(tag?.description ?? '')}`,
        operations: ofResource.filter(({ isCalled }) => isCalled),
        pages: ofResource.filter(({ isPage }) => isPage),
      };
    },
  );
  return {
    contract,
    operations,
    resources: resources.filter((resource) => resource.operations.length > 0),
  };
}

/** Adds derived facts to an operation of the document. */
export function modelOf(contract: DocumentReader, operation: Operation): ModelOperation {
  const { id, parameters, positional, body, bodyLimit, responses, pagination } = operation;
  const [resource = '', name = ''] = id.split('.');
  const [, success] = Object.entries(responses).find(([status]) => status < '300') ?? [];
  const answer = success?.content['application/json']?.schema;
  const queryParameters = parameters.filter((parameter) => parameter.in === 'query');
  const namedQuery = queryParameters.filter((parameter) => !positional.includes(parameter));
  const errorFormat = errorFormatOf(operation);
  return {
    ...operation,
    resource,
    name,
    typeName: id.split('.').map(capitalized).join(''),
    pathParameters: positional.filter((parameter) => parameter.in === 'path'),
    queryParameters,
    namedQuery,
    needsQuery: namedQuery.some(({ required }) => required === true),
    json: body?.content['application/json'],
    answer,
    item:
      pagination === null
        ? undefined
        : contract.resolve(answer ?? {}).properties?.[pagination.items]?.items,
    errorFormat,
    maxBytes: body && bodyLimit !== defaultBodyLimit ? bodyLimit : undefined,
    text: methodText(operation, errorFormat),
  };
}

function errorFormatOf({ responses }: Operation): ErrorFormat {
  const { content = {} } = responses['400'] ?? {};
  if ('text/html' in content) return 'html';
  return 'application/json' in content ? 'oauth' : 'problem';
}

/** Returns the type of the options of a method in the TypeScript client. */
export function optionsOf({ isConditional, isIdempotent }: ModelOperation) {
  if (isConditional) return 'ConditionalRequestOptions';
  return isIdempotent ? 'IdempotentRequestOptions' : 'RequestOptions';
}

/** The arguments of a call in an example. */
export interface ExampleArguments {
  /** The arguments without a name. */
  positional: unknown[];
  /** The required parameters, or the first filter if none is required. */
  query: Record<string, unknown>;
  /** The query parameters that the call passes by name. */
  named: Record<string, unknown>;
  /** Empty if the body is optional. */
  body: unknown[];
}

/** Returns the arguments of an example call, from the examples of the document. */
export function exampleArguments(
  { firstExample }: DocumentReader,
  { positional, queryParameters, body }: ModelOperation,
): ExampleArguments {
  const exampleOf = ({ name, schema }: Parameter): unknown => {
    const example = firstExample(schema);
    if (example !== undefined) return example;
    throw new Error(`The parameter ${name} has no example. Add one to its schema.`);
  };
  const examplesOf = (some: Parameter[]) =>
    Object.fromEntries(some.map((one) => [one.name, exampleOf(one)]));
  const [first] = queryParameters.filter(({ name }) => name !== 'cursor' && name !== 'limit');
  const required = queryParameters.filter((parameter) => parameter.required);
  const shown = required.length > 0 ? required : first ? [first] : [];
  const [sent] = body?.content['application/json']?.examples ?? [];
  return {
    positional: positional.map(exampleOf),
    query: examplesOf(shown),
    named: examplesOf(shown.filter((one) => !positional.includes(one))),
    body: sent && body?.required ? [sent.value] : [],
  };
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function decapitalized(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
