import type { DocumentReader, Operation, Schema } from '@partner-rating/spec/document';

/**
 * What of a request an answer repeats: properties of the same name and type, by their names. The identifier in a path
 * is the `id` of what is answered.
 */
export function echoedNames(
  contract: DocumentReader,
  operation: Operation,
): Record<string, string> {
  const answered = propertiesOf(contract, successOf(operation));
  const sent = {
    ...propertiesOf(contract, operation.body?.content['application/json']?.schema),
    ...Object.fromEntries(operation.parameters.map(({ name, schema }) => [name, schema])),
  };
  const same = Object.keys(sent).filter((name) => isSame(contract, sent[name], answered[name]));
  const identifiers = operation.parameters
    .filter(
      (parameter) => parameter.in === 'path' && isSame(contract, parameter.schema, answered.id),
    )
    .map(({ name }) => [name, 'id'] as const);
  return Object.fromEntries([...same.map((name) => [name, name] as const), ...identifiers]);
}

function successOf({ responses }: Operation): Schema | undefined {
  const [, success] = Object.entries(responses).find(([status]) => status < '300') ?? [];
  const { schema } = success?.content['application/json'] ?? {};
  // Of several dialects the first is that of JSON.
  return schema?.anyOf?.[0] ?? schema;
}

function propertiesOf({ resolve }: DocumentReader, schema: Schema = {}): Record<string, Schema> {
  return resolve(schema).properties ?? {};
}

function isSame(contract: DocumentReader, sent?: Schema, answered?: Schema): boolean {
  if (sent === undefined || answered === undefined) return false;
  const [{ type, items }, other] = [contract.resolve(sent), contract.resolve(answered)];
  if (type !== other.type || type === 'object') return false;
  return type !== 'array' || isSame(contract, items, other.items);
}
