import { contract } from '@partner-rating/spec/contract';
import type { Operation } from '@partner-rating/spec/document';

/** An operation of the contract with what is needed to send it a request. */
export interface ContractOperation extends Pick<Operation, 'id' | 'method' | 'schemes'> {
  /** Below the base address, with an example in place of each path parameter. */
  path: string;
  requiredScopes: Operation['requiredScopes'];
  /** The first example of its first media type; null where the operation takes no body. */
  body: { contentType: string; value: unknown } | null;
}

/** Every operation of the contract. */
export const contractOperations: ContractOperation[] = contract.operations().map((operation) => ({
  ...operation,
  path: fillPath(operation),
  body: exampleBody(operation),
}));

function fillPath({ path, parameters }: Operation): string {
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (filled, { name, schema }) =>
        filled.replace(`{${name}}`, String(contract.firstExample(schema))),
      path,
    );
}

function exampleBody({ body }: Operation): ContractOperation['body'] {
  const [contentType, media] = Object.entries(body?.content ?? {})[0] ?? [];
  const [example] = media?.examples ?? [];
  if (contentType === undefined || example === undefined) return null;
  return { contentType, value: example.value };
}
