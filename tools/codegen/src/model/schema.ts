import type { JsonObject, Schema } from '@partner-rating/spec/document';

type Schemas = Record<string, Schema>;

/** Changes each object within the schemas, inner objects first. */
export function changeSchemas(schemas: Schemas, change: (node: JsonObject) => object): Schemas {
  return mapValues(schemas, (schema) => changeParts(schema, change) as Schema);
}

function changeParts(node: unknown, change: (node: JsonObject) => object): unknown {
  if (Array.isArray(node)) return node.map((part) => changeParts(part, change));
  if (typeof node !== 'object' || node === null) return node;
  return change(mapValues(node as JsonObject, (part) => changeParts(part, change)));
}

/** Returns an object with the same names and new values. */
export function mapValues<From, To>(
  record: Record<string, From>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
