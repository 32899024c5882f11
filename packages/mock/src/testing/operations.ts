import type { Content, Example, Operation } from '@partner-rating/spec/document';
import { contract } from '../contract.ts';

/** A documented answer; `examples` may be empty. */
export interface DocumentedAnswer {
  status: number;
  example: Example | undefined;
}

/** The data that a test needs to call an operation and to check its answers. */
export interface DocumentedOperation {
  id: string;
  method: string;
  path: string;
  isPage: boolean;
  /** Whether the client has a method for it. */
  isCalled: boolean;
  /** An example of every path parameter, in order. */
  pathValues: string[];
  /** The names of the parameters that the client takes as arguments, in order. */
  positional: string[];
  /** An example of each query parameter that can be combined. */
  query: Record<string, unknown>;
  /** The examples of its body by media type. */
  bodies: Record<string, Example[]>;
  needsCredential: boolean;
  answers: DocumentedAnswer[];
}

const goTogether: { readonly [id: string]: readonly string[] } = {
  'members.search': ['name', 'sport', 'bracket', 'minRating', 'limit'],
  'webhooks.listDeliveries': ['endpointId', 'event', 'status', 'limit'],
  'leaderboard.list': ['sport', 'category', 'scope', 'country', 'state', 'limit'],
};

/** Every operation of the document. */
export const operations: DocumentedOperation[] = contract.operations().map((operation) => {
  const { id, method, path, isPage, isCalled, body, security, responses } = operation;
  return {
    id,
    method,
    path,
    isPage,
    isCalled,
    positional: operation.positional.map(({ name }) => name),
    pathValues: valuesIn('path', operation).map(([, value]) => String(value)),
    query: Object.fromEntries(
      valuesIn('query', operation).filter(([name]) => goTogether[id]?.includes(name) ?? true),
    ),
    bodies: examplesByMediaType(body?.content),
    needsCredential: security.length > 0 && security.every((one) => Object.keys(one).length > 0),
    answers: Object.entries(responses).flatMap(([status, { content }]) => {
      const examples = Object.values(examplesByMediaType(content)).flat();
      return (examples.length > 0 ? examples : [undefined]).map((example) => ({
        status: Number(status),
        example,
      }));
    }),
  };
});

function valuesIn(location: string, { parameters }: Operation): [name: string, value: unknown][] {
  return parameters
    .filter((parameter) => parameter.in === location)
    .map(({ name, schema }) => [name, contract.firstExample(schema)]);
}

function examplesByMediaType(content: Content = {}): Record<string, Example[]> {
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, { examples }]) => [mediaType, examples]),
  );
}
