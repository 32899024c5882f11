import type { JsonObject, Schema } from '@partner-rating/spec/document';

// Stands among the values of an enumeration until the types are written.
const anyOther = 'any other';

// The specification closes the scopes; the others are only ever sent by the caller.
const closed = ['ScopeName', 'AgeBracket', 'GeographicScope', 'RatingCategory', 'MatchOutcome'];

/**
 * The schemas with every enumeration open, since the service may gain values: the ones it knows today
 * (`enum`, or `x-extensible-enum` where the document itself leaves it open) and any other.
 */
export function openEnums(schemas: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      closed.includes(name) ? schema : (opened(schema) as Schema),
    ]),
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
  const values = known ?? schema.enum;
  // A single value is a constant, such as the type of an event.
  const isOpen = Array.isArray(values) && values.length > 1 && schema.type === 'string';
  return {
    ...Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, opened(value)])),
    ...(isOpen && { enum: [...values, anyOther] }),
  };
}
