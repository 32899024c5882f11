import type { Schema } from '@partner-rating/spec/document';
import { changeSchemas } from '../model/index.ts';

// Stands among the values of an enumeration until the types are written.
const anyOther = 'any other';

/**
 * The schemas with the enumerations that may gain values (`x-extensible-enum`) open: the values known today, and
 * any other. An `enum` is closed: it is only ever sent by the caller.
 */
export function openEnums(schemas: Record<string, Schema>): Record<string, Schema> {
  return changeSchemas(schemas, ({ 'x-extensible-enum': known, ...schema }) => ({
    ...schema,
    ...(Array.isArray(known) && { enum: [...known, anyOther] }),
  }));
}

/** The types, with any other string where it was marked: editors still offer the known values. */
export function withAnyOther(code: string): string {
  return code.replaceAll(`'${anyOther}'`, '(string & {})');
}
