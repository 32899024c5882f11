import { contract } from '@partner-rating/spec/contract';
import type { Operation } from '@partner-rating/spec/document';

/** An operation of the contract, with the data for a request. */
export interface ContractOperation
  extends Pick<Operation, 'id' | 'method' | 'schemes' | 'isIdempotent' | 'bodyLimit'> {
  /** Without the base address, and with an example for each path parameter. */
  path: string;
  /** The example of each path parameter. */
  pathParameters: Record<string, string>;
  requiredScopes: Operation['requiredScopes'];
  /** The first example of its first media type. Null if the operation takes no body. */
  body: { contentType: string; value: unknown } | null;
}

export const contractOperations: ContractOperation[] = contract.operations().map((operation) => {
  const pathParameters = examplesOfPath(operation);
  return {
    ...operation,
    pathParameters,
    path: operation.path.replace(/\{(\w+)\}/g, (_, name) => pathParameters[name] ?? ''),
    body: exampleBody(operation),
  };
});

function examplesOfPath({ parameters }: Operation): Record<string, string> {
  const ofPath = parameters.filter((parameter) => parameter.in === 'path');
  return Object.fromEntries(
    ofPath.map(({ name, schema }) => [name, String(contract.firstExample(schema))]),
  );
}

function exampleBody({ body }: Operation): ContractOperation['body'] {
  const [contentType, media] = Object.entries(body?.content ?? {})[0] ?? [];
  const [example] = media?.examples ?? [];
  if (contentType === undefined || example === undefined) return null;
  return { contentType, value: example.value };
}
