import type { DocumentReader, JsonObject, Schema } from '@partner-rating/spec/document';

/**
 * The schemas with the sets of answers (`x-extensible-enum`) closed: who answers knows every value there is today, and
 * another does not compile. A set that requests use too stays open, since a caller may send anything.
 */
export function closedSets(contract: DocumentReader): Record<string, Schema> {
  const requests = contract.operations().map(({ parameters, body }) => ({ parameters, body }));
  const shared = contract.schemasBehind(requests);
  return Object.fromEntries(
    Object.entries(contract.schemas).map(([name, schema]) => [
      name,
      shared.has(name) ? schema : (closed(schema) as Schema),
    ]),
  );
}

function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const { 'x-extensible-enum': known, ...schema } = node as JsonObject;
  return {
    ...Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)])),
    ...(Array.isArray(known) && { enum: known }),
  };
}
