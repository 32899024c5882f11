import type { Schema } from '@partner-rating/spec/document';
import { changeSchemas } from '../model/index.ts';

// The identifiers of the service: a prefix that says of what, and a ULID.
const identifier = /^\^([a-z]+_)\[0-7\]\[0-9a-hjkmnp-tv-z\]\{25\}\$$/;

/**
 * The schemas with each identifier as the one value `mat_…` of its prefix, which `withTemplates` makes a template
 * of, so that an identifier of another kind does not compile.
 */
export function markedIdentifiers(schemas: Record<string, Schema>): Record<string, Schema> {
  return changeSchemas(schemas, (node) => {
    const [, prefix] = identifier.exec(String(node.pattern)) ?? [];
    if (prefix === undefined) return node;
    return {
      ...node,
      enum: [`${prefix}…`, ...([node.type].flat().includes('null') ? [null] : [])],
    };
  });
}

/** The types, with `mat_…` as a template. */
export function withTemplates(code: string): string {
  return code.replaceAll(/'([a-z]+_)…'/g, '`$1$${string}`');
}
