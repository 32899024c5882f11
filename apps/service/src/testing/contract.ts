import { createRequire } from 'node:module';

/** An operation as the contract's document has it, with what is needed to send it a request. */
export interface ContractOperation {
  id: string;
  method: string;
  /** Below the base address, with an example in place of each path parameter. */
  path: string;
  /** The names of the schemes of which one must hold; `none` where a request may come without. */
  schemes: string[];
  requiredScopes: { key: string[]; user: string[] };
  /** The first example of its first media type; null where the operation takes no body. */
  body: { contentType: string; value: unknown } | null;
}

interface Reference {
  $ref?: string;
}
interface Parameter {
  name: string;
  in: string;
  schema: Reference & { examples?: unknown[] };
}
interface RawOperation {
  operationId: string;
  security: Record<string, string[]>[];
  'x-required-scopes': { key: string[]; user: string[] };
  parameters?: (Reference & Parameter)[];
  requestBody?: {
    content: Record<string, { examples: Record<string, Reference & { value: unknown }> }>;
  };
}
interface Document {
  paths: Record<string, Record<string, RawOperation>>;
}

const document = createRequire(import.meta.url)('@partner-rating/spec/openapi.json') as Document;

/** Every operation of the contract. */
export const contractOperations: ContractOperation[] = Object.entries(document.paths).flatMap(
  ([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path: fillPath(path, operation),
      schemes: operation.security.flatMap((alternative) =>
        Object.keys(alternative).length === 0 ? ['none'] : Object.keys(alternative),
      ),
      requiredScopes: operation['x-required-scopes'],
      body: exampleBody(operation),
    })),
);

function fillPath(path: string, { parameters = [] }: RawOperation): string {
  return parameters
    .map((parameter) => resolve(parameter))
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (filled, { name, schema }) =>
        filled.replace(`{${name}}`, String(resolve(schema).examples?.[0])),
      path,
    );
}

function exampleBody({ requestBody }: RawOperation): ContractOperation['body'] {
  const [contentType, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const example = Object.values(media?.examples ?? {})[0];
  if (contentType === undefined || example === undefined) return null;
  return { contentType, value: resolve(example).value };
}

function resolve<Value extends Reference>(value: Value): Value {
  if (value.$ref === undefined) return value;
  const steps = value.$ref.replace('#/', '').split('/');
  const target = steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown>)[step.replaceAll('~1', '/')],
    document,
  );
  return resolve(target as Value);
}
