/**
 * The key of cached data: your prefix, the resource, the operation, and the input.
 *
 * @example
 * const key: QueryKey = queries.members.get.queryKey('10482');
 */
export type QueryKey = readonly unknown[];

/** The common start of all keys of a resource, or of one of its operations. */
export interface Keyed {
  /**
   * Returns the common start of its keys, to invalidate or remove all its cached data.
   *
   * @example
   * await queryClient.invalidateQueries({ queryKey: queries.members.key() });
   */
  key(): QueryKey;
}

/** Returns a key. Without the input, it stands for every input. */
export function keyOf(prefix: QueryKey, kind: 'query' | 'infinite', input: QueryKey): QueryKey {
  const given = input.findLastIndex((value) => value !== undefined) + 1;
  return [...prefix, kind, ...input.slice(0, given)];
}
