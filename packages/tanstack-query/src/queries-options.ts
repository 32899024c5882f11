import type { QueryKey } from './query-key.ts';

/**
 * The options of `createQueries`.
 *
 * @example
 * const options: QueriesOptions = { keyPrefix: ['partner-rating', player.id] };
 */
export interface QueriesOptions {
  /**
   * The start of every key. If several players use one cache, for example one after the other in a browser, give each
   * player another prefix: `members.get()` returns the player of the token, and nothing else in its key identifies the
   * player. Default: `['partner-rating']`.
   */
  keyPrefix?: QueryKey;
}
