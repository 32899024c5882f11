import type { JsonObject, Schema } from '@partner-rating/spec/document';

// Stands among the values of an enumeration until the types are written.
const anyOther = 'any other';

/**
 * The schemas with the enumerations that may gain values (`x-extensible-enum`) open: the values known today, and
 * any other. An `enum` is closed: it is only ever sent by the caller.
 */
export function openEnums(schemas: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, opened(schema) as Schema]),
  );
}

/** The types, with any other string where it was marked: editors still offer the known values. */
export function withAnyOther(code: string): string {
  return code.replaceAll(`'${anyOther}'`, '(string & {})');
}

function opened(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(opened);
  if (typeof node !== 'object' || node === null) return node;
  const { 'x-extensible-enum': known, ...schema } = node as JsonObject;
  return {
    ...Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, opened(value)])),
    ...(Array.isArray(known) && { enum: [...known, anyOther] }),
  };
}
