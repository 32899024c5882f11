import type { JsonObject, Schema } from '@partner-rating/spec/document';

// The identifiers of the service: a prefix that says of what, and a ULID.
const identifier = /^\^([a-z]+_)\[0-7\]\[0-9a-hjkmnp-tv-z\]\{25\}\$$/;

/**
 * The schemas with each identifier as the one value `mat_…` of its prefix, which `withTemplates` makes a template
 * of, so that an identifier of another kind does not compile.
 */
export function markedIdentifiers(schemas: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, marked(schema) as Schema]),
  );
}

/** The types, with `mat_…` as a template. */
export function withTemplates(code: string): string {
  return code.replaceAll(/'([a-z]+_)…'/g, '`$1$${string}`');
}

function marked(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(marked);
  if (typeof node !== 'object' || node === null) return node;
  const { pattern, type } = node as JsonObject;
  const [, prefix] = identifier.exec(String(pattern)) ?? [];
  const values = [`${prefix}…`, ...([type].flat().includes('null') ? [null] : [])];
  return {
    ...Object.fromEntries(Object.entries(node).map(([key, value]) => [key, marked(value)])),
    ...(prefix !== undefined && { enum: values }),
  };
}
