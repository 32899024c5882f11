import type { QueryKey } from './query-key.ts';

/**
 * The options of `createQueries`.
 *
 * @example
 * const options: QueriesOptions = { keyPrefix: ['partner-rating', player.id] };
 */
export interface QueriesOptions {
  /**
   * What every key begins with. Where several players use one cache, as one after the other in a browser, give each a
   * prefix of their own: `members.get()` asks for the player of the token, and nothing else in its key says who that
   * is. Default: `['partner-rating']`.
   */
  keyPrefix?: QueryKey;
}
