import {
  membersGet,
  membersGetBulk,
  membersListRatingHistory,
  membersListRatingUpdates,
  membersSearch,
} from '../generated/operations.gen.ts';
import type {
  Member,
  MemberSearchPage,
  MembersGetBulkData,
  MembersGetData,
  MembersListRatingHistoryData,
  MembersListRatingUpdatesData,
  MembersSearchData,
  RatingHistoryPage,
  RatingUpdatesPage,
} from '../generated/types.gen.ts';
import type { Query } from '../operation.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Send } from '../send.ts';

/** What `members.get` is asked. */
export type MembersGetQuery = Query<NonNullable<MembersGetData['query']>>;
/** What `members.getBulk` is asked. */
export type MembersGetBulkQuery = Query<MembersGetBulkData['query']>;
/** What `members.search` is asked. */
export type MembersSearchQuery = Query<NonNullable<MembersSearchData['query']>>;
/** What `members.listRatingHistory` is asked. */
export type MembersListRatingHistoryQuery = Query<
  NonNullable<MembersListRatingHistoryData['query']>
>;
/** What `members.listRatingUpdates` is asked. */
export type MembersListRatingUpdatesQuery = Query<
  NonNullable<MembersListRatingUpdatesData['query']>
>;

/**
 * The operations `members.*`: look up members, their ratings, and how these changed. A member is
 * named by external identifier (`mem_…`) or by member number, as a string.
 *
 * @example
 * const member = await client.members.get({ memberId: '10482', sport: 'pickleball' });
 */
export class Members {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Gets a player who is connected to your application. With an API key `memberId` is needed; with
   * an access token it is the token's own player. Ratings, from 2.000 to 8.000, are in `sport`.
   *
   * @throws PermissionError where the player is not connected or has not granted it.
   * @throws NotFoundError where there is no such member.
   *
   * @example
   * const member = await client.members.get({ memberId: '10482', sport: ['pickleball', 'padel'] });
   * const rating = member.sport?.pickleball?.R;
   */
  get(query?: MembersGetQuery, options?: RequestOptions): Promise<Member> {
    return this.#send(membersGet, { query }, options);
  }

  /**
   * Gets up to 100 members, in the order of `ids`; unknown ones are left out.
   *
   * @example
   * const members = await client.members.getBulk({ ids: ['10482', '10517'] });
   */
  getBulk(query: MembersGetBulkQuery, options?: RequestOptions): Promise<Member[]> {
    return this.#send(membersGetBulk, { query }, options);
  }

  /**
   * Finds players by name, place, gender, age, status and rating, a page at a time: send
   * `nextCursor` as `cursor` until it is null.
   *
   * @example
   * const { players, nextCursor } = await client.members.search({ name: 'Brennan', state: 'TX' });
   */
  search(query?: MembersSearchQuery, options?: RequestOptions): Promise<MemberSearchPage> {
    return this.#send(membersSearch, { query }, options);
  }

  /**
   * Lists every change of a connected player's ratings, the latest first, a page at a time. Needs
   * `user:rating:history`.
   *
   * @throws PermissionError where the player is not connected or has not granted it.
   *
   * @example
   * const { history } = await client.members.listRatingHistory({ memberId: '10482', limit: 100 });
   */
  listRatingHistory(
    query?: MembersListRatingHistoryQuery,
    options?: RequestOptions,
  ): Promise<RatingHistoryPage> {
    return this.#send(membersListRatingHistory, { query }, options);
  }

  /**
   * Lists how ratings changed, the earliest first, for the players who granted your application
   * `user:webhook:subscribe`, a page at a time.
   *
   * @example
   * const { updates } = await client.members.listRatingUpdates({ since: '2026-09-12T00:00:00Z' });
   */
  listRatingUpdates(
    query?: MembersListRatingUpdatesQuery,
    options?: RequestOptions,
  ): Promise<RatingUpdatesPage> {
    return this.#send(membersListRatingUpdates, { query }, options);
  }
}
