import { ValidationError } from '../core/errors/validation-error.ts';
import type { Query } from '../core/operation.ts';
import type { PagePromise } from '../core/paging/page-promise.ts';
import { type ListQuery, paged } from '../core/paging/paged.ts';
import type { RequestOptions } from '../core/request-options.ts';
import { type PendingAnswer, pendingAnswer } from '../core/response-promise.ts';
import type { Send } from '../core/send.ts';
import type {
  Member,
  MemberSearchPage,
  MembersGetBulkData,
  MembersGetData,
  MembersListRatingHistoryData,
  MembersListRatingUpdatesData,
  MembersSearchData,
  RatingHistoryEntry,
  RatingHistoryPage,
  RatingUpdate,
  RatingUpdatesPage,
} from '../generated/types.gen.ts';
import {
  membersGet,
  membersGetBulk,
  membersListRatingHistory,
  membersListRatingUpdates,
  membersSearch,
} from '../operations/operations.gen.ts';

/** What `members.get` is asked. */
export type MembersGetQuery = Query<NonNullable<MembersGetData['query']>>;
/** What `members.getBulk` is asked. */
export type MembersGetBulkQuery = Query<MembersGetBulkData['query']>;
/** What `members.search` is asked. */
export type MembersSearchQuery = ListQuery<NonNullable<MembersSearchData['query']>>;
/** What `members.find` is asked beside the name. */
export type MembersFindQuery = Omit<
  Query<NonNullable<MembersSearchData['query']>>,
  'name' | 'limit' | 'cursor' | 'offset'
>;
/** What `members.listRatingHistory` is asked. */
export type MembersListRatingHistoryQuery = ListQuery<
  NonNullable<MembersListRatingHistoryData['query']>
>;
/** What `members.listRatingUpdates` is asked. */
export type MembersListRatingUpdatesQuery = ListQuery<
  NonNullable<MembersListRatingUpdatesData['query']>
>;

// The service takes no more ids in one call.
const bulkLimit = 100;

/**
 * The operations `members.*`: look up members, their ratings, and how these changed. A member is
 * named by external identifier (`mem_…`) or by member number, as a string. An API key needs
 * `key:member:read`; an access token is taken by `get` and `listRatingHistory`.
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
  get(query?: MembersGetQuery, options?: RequestOptions): PendingAnswer<Member> {
    return this.#send(membersGet, { query }, options);
  }

  /**
   * Gets up to 100 members, in the order of `ids`; unknown ones are left out. Without any id the
   * answer is empty, and nothing is sent.
   *
   * @throws ValidationError where there are more than 100 ids, before anything is sent.
   *
   * @example
   * const members = await client.members.getBulk({ ids: ['10482', '10517'] });
   */
  getBulk(query: MembersGetBulkQuery, options?: RequestOptions): PendingAnswer<Member[]> {
    const count = Array.isArray(query.ids) ? query.ids.length : 1;
    if (count > bulkLimit) {
      const words = `ids names ${count} members; the limit is ${bulkLimit}.`;
      return pendingAnswer(
        Promise.reject(new ValidationError(words, { code: 'validation_failed' })),
      );
    }
    // The service refuses an empty list, which a caller's own list may well be.
    if (count === 0) {
      return pendingAnswer(Promise.resolve([]), { response: Response.json([]) });
    }
    return this.#send(membersGetBulk, { query }, options);
  }

  /**
   * Searches players by name, place, gender, age, status and rating.
   *
   * @example
   * const { players, nextCursor } = await client.members.search({ name: 'Brennan', state: 'TX' });
   *
   * @example
   * for await (const player of client.members.search({ state: 'TX', maxItems: 500 })) {
   *   process.stdout.write(`${player.displayName}\n`);
   * }
   */
  search(
    query?: MembersSearchQuery,
    options?: RequestOptions,
  ): PagePromise<MemberSearchPage, Member> {
    return paged(this.#send, membersSearch, 'players', query, options);
  }

  /**
   * The first player a search by name finds, or null.
   *
   * @example
   * const player = await client.members.find('Mike Brennan', { state: 'TX' });
   */
  async find(
    name: string,
    query?: MembersFindQuery,
    options?: RequestOptions,
  ): Promise<Member | null> {
    const [first = null] = await this.search({ ...query, name, maxItems: 1 }, options).toArray();
    return first;
  }

  /**
   * Lists every change of a connected player's ratings, the latest first. Needs
   * `user:rating:history`.
   *
   * @throws PermissionError where the player is not connected or has not granted it.
   *
   * @example
   * for await (const change of client.members.listRatingHistory({ memberId: '10482' })) {
   *   process.stdout.write(`${change.changedAt} ${change.newRating}\n`);
   * }
   */
  listRatingHistory(
    query?: MembersListRatingHistoryQuery,
    options?: RequestOptions,
  ): PagePromise<RatingHistoryPage, RatingHistoryEntry> {
    return paged(this.#send, membersListRatingHistory, 'history', query, options);
  }

  /**
   * Lists how ratings changed, the earliest first, for the players who granted your application
   * `user:webhook:subscribe`.
   *
   * @example
   * const since = '2026-09-12T00:00:00Z';
   * const updates = await client.members.listRatingUpdates({ since }).toArray({ limit: 500 });
   */
  listRatingUpdates(
    query?: MembersListRatingUpdatesQuery,
    options?: RequestOptions,
  ): PagePromise<RatingUpdatesPage, RatingUpdate> {
    return paged(this.#send, membersListRatingUpdates, 'updates', query, options);
  }
}
