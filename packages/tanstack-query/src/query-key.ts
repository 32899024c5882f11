/**
 * The key of what is cached of the service: the prefix of your own, the resource, the operation, and what was asked.
 *
 * @example
 * const key: QueryKey = queries.members.get.queryKey('10482');
 */
export type QueryKey = readonly unknown[];

/** What all keys of a resource, or of one of its operations, begin with. */
export interface Keyed {
  /**
   * What all its keys begin with, to invalidate or remove everything it cached.
   *
   * @example
   * await queryClient.invalidateQueries({ queryKey: queries.members.key() });
   */
  key(): QueryKey;
}

/** The key without the input that was left out, so that it stands for every input. */
export function keyOf(prefix: QueryKey, kind: 'query' | 'infinite', input: QueryKey): QueryKey {
  const given = input.findLastIndex((value) => value !== undefined) + 1;
  return [...prefix, kind, ...input.slice(0, given)];
}
