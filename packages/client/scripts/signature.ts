import {
  type Body,
  componentName,
  type DocumentReader,
  type MediaType,
  type Operation,
  type Schema,
} from '@partner-rating/spec/document';

/** How a method of the client calls its operation. */
export interface Signature {
  /** Before the options. */
  parameters: { name: string; type: string; isOptional: boolean }[];
  options: 'IdempotentRequestOptions' | 'RequestOptions';
  result: string;
}

/** The parts of an operation's name, in the forms that generated code has of it. */
export function namesOf({ id }: Operation) {
  const [resource = '', method = ''] = id.split('.');
  const constantName = resource + capitalized(method);
  return { resource, method, constantName, typeName: capitalized(constantName) };
}

export function takesQuery({ parameters }: Operation): boolean {
  return parameters.some((parameter) => parameter.in === 'query');
}

/** The parameters in the path, in their order there. */
export function pathParameters({ path }: Operation): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** The parameters and the result of the method, as TypeScript that finds the generated types in `Types`. */
export function signatureOf(contract: DocumentReader, operation: Operation): Signature {
  const { typeName } = namesOf(operation);
  const inPath = pathParameters(operation).map((name) => {
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
    return { name, type: typeOf(parameter?.schema), isOptional: false };
  });
  const query = takesQuery(operation)
    ? [{ name: 'query', type: `Queries.${typeName}Query`, isOptional: !needsQuery(operation) }]
    : [];
  return {
    parameters: [...inPath, ...query, ...bodyParameter(operation.body)],
    options: operation.isIdempotent ? 'IdempotentRequestOptions' : 'RequestOptions',
    result: resultOf(contract, operation),
  };
}

export function needsQuery({ parameters }: Operation): boolean {
  return parameters.some(({ in: location, required }) => location === 'query' && required === true);
}

function bodyParameter(body: Body | null) {
  if (body === null) return [];
  const type = typeOf(body.content['application/json']?.schema);
  return [{ name: 'body', type, isOptional: !body.required }];
}

function resultOf(contract: DocumentReader, operation: Operation): string {
  const type = answerType(operation);
  const items = operation.pagination?.items;
  if (items === undefined) return `ResponsePromise<${type}>`;
  const page = contract.resolve(successOf(operation.responses)?.schema ?? {});
  return `PagePromise<${type}, ${typeOf(page.properties?.[items]?.items)}>`;
}

/** The type of an answer, by the name of its schema; that of a list by its items. */
export function answerType({ responses }: Operation): string {
  return typeOf(successOf(responses)?.schema);
}

function typeOf(schema: Schema | undefined): string {
  if (schema === undefined) return 'void';
  // Of several dialects the first is that of JSON.
  const [dialect] = schema.anyOf ?? [schema];
  const name = componentName(dialect ?? schema);
  if (name !== undefined) return `Types.${name}`;
  if (schema.items !== undefined) return `${typeOf(schema.items)}[]`;
  if (schema.type === 'string') return 'string';
  throw new Error('What is sent has no schema of its own. Put it in components/schemas.');
}

/** The JSON of the answer to a call that succeeds; empty where there is none, undefined where it is a page. */
export function successOf(responses: Operation['responses']): Partial<MediaType> | undefined {
  const [, success] = Object.entries(responses).find(([status]) => status < '300') ?? [];
  if (success === undefined) return undefined;
  return Object.keys(success.content).length === 0 ? {} : success.content['application/json'];
}

export function isList({ type }: Schema): boolean {
  return type === 'array';
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
