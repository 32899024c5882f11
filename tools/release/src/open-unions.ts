import { type DocumentReader, keysOf } from '@partner-rating/spec/document';

/**
 * Whether a pointer leads to an alternative of a union that may gain them (`x-extensible-union`). The
 * pointers of `redocly diff` go through references as if they were not there.
 */
export function isOfOpenUnion({ document, resolve }: DocumentReader, pointer: string): boolean {
  if (!/\/oneOf\/\d+$/.test(pointer)) return false;
  const union = keysOf(pointer)
    .slice(0, -2)
    .reduce<unknown>((node, key) => resolve(Object(node) as Record<string, object>)[key], document);
  return resolve(Object(union) as Record<string, unknown>)['x-extensible-union'] === true;
}
