import type { ClientSend } from '../core/client-send.ts';
import type { PagePromise } from '../core/paging/page-promise.ts';
import { type ListQuery, paged } from '../core/paging/paged.ts';
import type { IdempotentRequestOptions, RequestOptions } from '../core/request-options.ts';
import type { ResponsePromise } from '../core/response-promise.ts';
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

/**
 * How far a leaderboard reaches, with the location that it needs and none that it has no use for.
 *
 * @example
 * const scope: ScopedLocation = { scope: 'state', country: 'US', state: 'TX' };
 */
export type ScopedLocation =
  | { scope?: 'global'; country?: never; state?: never; city?: never }
  | { scope: 'country'; country: string; state?: never; city?: never }
  | { scope: 'state'; country: string; state: string; city?: never }
  | { scope: 'city'; country: string; state?: string; city: string };

/** The query of `leaderboard.list`. */
export type LeaderboardListQuery = ListQuery<LeaderboardListData['query']> & ScopedLocation;

/**
 * The operations `leaderboard.*`: rank players by sport, bracket and location. They need an API key
 * with `key:leaderboard:read`.
 *
 * @example
 * const board = await client.leaderboard.list({ sport: 'pickleball', limit: 10 });
 */
export class Leaderboard {
  readonly #send: ClientSend;

  /** @internal */
  constructor(send: ClientSend) {
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
   * Returns a player's rank, percentile (0 to 100), and the players on either side.
   *
   * @throws NotFoundError where the member does not exist or is not on this leaderboard.
   *
   * @example
   * const { rank, total } = await client.leaderboard.rank({ memberId: '10482', sport: 'pickleball' });
   */
  rank(
    request: PlayerRankRequest,
    options?: IdempotentRequestOptions,
  ): ResponsePromise<PlayerRank> {
    return this.#send(leaderboardRank, { body: request }, options);
  }

  /**
   * Lists the sports, categories, age brackets and scopes of leaderboards, each with a display name.
   *
   * @example
   * const { sports } = await client.leaderboard.listCategories();
   */
  listCategories(options?: RequestOptions): ResponsePromise<LeaderboardCategories> {
    return this.#send(leaderboardListCategories, {}, options);
  }
}
