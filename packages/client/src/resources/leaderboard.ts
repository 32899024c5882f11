import type { PagePromise } from '../core/paging/page-promise.ts';
import { type ListQuery, paged } from '../core/paging/paged.ts';
import type { IdempotentRequestOptions, RequestOptions } from '../core/request-options.ts';
import type { PendingAnswer } from '../core/response-promise.ts';
import type { Send } from '../core/send.ts';
import type {
  LeaderboardCategories,
  LeaderboardEntry,
  LeaderboardListData,
  Leaderboard as LeaderboardPage,
  PlayerRank,
  PlayerRankRequest,
} from '../generated/types.gen.ts';
import {
  leaderboardList,
  leaderboardListCategories,
  leaderboardRank,
} from '../operations/operations.gen.ts';

/** What `leaderboard.list` is asked. */
export type LeaderboardListQuery = ListQuery<LeaderboardListData['query']>;

/**
 * The operations `leaderboard.*`: rank players by sport, bracket and place. They need an API key
 * with `key:leaderboard:read`.
 *
 * @example
 * const board = await client.leaderboard.list({ sport: 'pickleball', limit: 10 });
 */
export class Leaderboard {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Lists the players of one leaderboard, best first.
   *
   * @example
   * const board = await client.leaderboard.list({
   *   sport: 'pickleball',
   *   scope: 'state',
   *   country: 'US',
   *   state: 'TX',
   * });
   *
   * @example
   * const best = await client.leaderboard.list({ sport: 'padel' }).toArray({ limit: 50 });
   */
  list(
    query: LeaderboardListQuery,
    options?: RequestOptions,
  ): PagePromise<LeaderboardPage, LeaderboardEntry> {
    return paged(this.#send, leaderboardList, 'players', query, options);
  }

  /**
   * Where one player stands: the rank, the percentile (0 to 100), and the players on either side.
   *
   * @throws NotFoundError where there is no such member, or not on this board.
   *
   * @example
   * const { rank, total } = await client.leaderboard.rank({ memberId: '10482', sport: 'pickleball' });
   */
  rank(request: PlayerRankRequest, options?: IdempotentRequestOptions): PendingAnswer<PlayerRank> {
    return this.#send(leaderboardRank, { body: request }, options);
  }

  /**
   * The sports, categories, age brackets and scopes a leaderboard may have, each with a name to show.
   *
   * @example
   * const { sports } = await client.leaderboard.listCategories();
   */
  listCategories(options?: RequestOptions): PendingAnswer<LeaderboardCategories> {
    return this.#send(leaderboardListCategories, {}, options);
  }
}
