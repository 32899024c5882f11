import type { ClientSend } from '../core/client-send.ts';
import { ValidationError } from '../core/errors/validation-error.ts';
import type { Query } from '../core/operation.ts';
import type { PagePromise } from '../core/paging/page-promise.ts';
import { type ListQuery, paged } from '../core/paging/paged.ts';
import type { RequestOptions } from '../core/request-options.ts';
import { type ResponsePromise, responsePromise } from '../core/response-promise.ts';
import type {
  ConnectedPlayer,
  ConnectionsPage,
  Match,
  MatchesPage,
  Member,
  MemberSearchPage,
  MembersGetBulkData,
  MembersGetData,
  MembersListConnectedData,
  MembersListMatchesData,
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
  membersListConnected,
  membersListMatches,
  membersListRatingHistory,
  membersListRatingUpdates,
  membersSearch,
} from '../operations/operations.gen.ts';

/** The query of `members.get`. */
export type MembersGetQuery = Query<NonNullable<MembersGetData['query']>>;
/** The query of `members.getBulk`. */
export type MembersGetBulkQuery = Query<MembersGetBulkData['query']>;
/** The query of `members.search`. */
export type MembersSearchQuery = ListQuery<NonNullable<MembersSearchData['query']>>;
/** The query of `members.find`, beside the name. */
export type MembersFindQuery = Omit<
  Query<NonNullable<MembersSearchData['query']>>,
  'name' | 'limit' | 'cursor' | 'offset'
>;
/** The query of `members.listMatches`. */
export type MembersListMatchesQuery = ListQuery<NonNullable<MembersListMatchesData['query']>>;
/** The query of `members.listRatingHistory`. */
export type MembersListRatingHistoryQuery = ListQuery<
  NonNullable<MembersListRatingHistoryData['query']>
>;
/** The query of `members.listRatingUpdates`. */
export type MembersListRatingUpdatesQuery = ListQuery<
  NonNullable<MembersListRatingUpdatesData['query']>
>;
/** The query of `members.listConnected`. */
export type MembersListConnectedQuery = ListQuery<NonNullable<MembersListConnectedData['query']>>;

// As many as the service takes in one call.
const maxBulkIds = 100;

/**
 * The operations `members.*`: look up members, their ratings and rating changes. A member is
 * identified by external identifier (`mem_…`) or by member number, as a string. An API key needs
 * `key:member:read`; an access token is taken by `get`, `listMatches` and `listRatingHistory`.
 *
 * @example
 * const member = await client.members.get({ memberId: '10482', sport: 'pickleball' });
 */
export class Members {
  readonly #send: ClientSend;

  /** @internal */
  constructor(send: ClientSend) {
    this.#send = send;
  }

  /**
   * Gets a player: of one who is connected to your application all that was granted, of anyone else
   * the public card. With an API key `memberId` is required; with an access token it is the token's own
   * player. Ratings, from 2.000 to 8.000, are in `sport`.
   *
   * @throws PermissionError where an access token asks for another player.
   * @throws NotFoundError where there is no such member for your application.
   *
   * @example
   * const member = await client.members.get({ memberId: '10482', sport: ['pickleball', 'padel'] });
   * const rating = member.sport?.pickleball?.R;
   */
  get(query?: MembersGetQuery, options?: RequestOptions): ResponsePromise<Member> {
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
  getBulk(query: MembersGetBulkQuery, options?: RequestOptions): ResponsePromise<Member[]> {
    const count = Array.isArray(query.ids) ? query.ids.length : 1;
    if (count > maxBulkIds) {
      const message = `ids names ${count} members; the limit is ${maxBulkIds}.`;
      return responsePromise(
        Promise.reject(new ValidationError(message, { code: 'validation_failed' })),
      );
    }
    // The service refuses an empty list, which is no mistake of the caller.
    if (count === 0) {
      return responsePromise(Promise.resolve([]), { response: new Response('[]') });
    }
    return this.#send(membersGetBulk, { query }, options);
  }

  /**
   * Searches players by name, location, gender, age, status and rating.
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
   * Returns the first match of a search by name, or null.
   *
   * @example
   * const player = await client.members.find('Mike Brennan', { state: 'TX' });
   */
  find(
    name: string,
    query?: MembersFindQuery,
    options?: RequestOptions,
  ): ResponsePromise<Member | null> {
    const list = this.search({ ...query, name, maxItems: 1 }, options);
    const found = list.toArray().then(([first = null]) => first);
    const withResponse = async () => {
      const data = await found;
      return { ...(await list.withResponse()), data };
    };
    return Object.assign(found, { withResponse });
  }

  /**
   * Lists the matches of a connected player, whichever application submitted them, those played last
   * first. Needs `user:rating:history`.
   *
   * @throws PermissionError where the player is not connected or has not granted it.
   *
   * @example
   * const query = { memberId: '10482', sport: 'pickleball', from: '2026-09-01' } as const;
   * const matches = await client.members.listMatches(query).toArray({ limit: 100 });
   */
  listMatches(
    query?: MembersListMatchesQuery,
    options?: RequestOptions,
  ): PagePromise<MatchesPage, Match> {
    return paged(this.#send, membersListMatches, 'matches', query, options);
  }

  /**
   * Lists the rating changes of a connected player, the latest first. Needs
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
   * Lists the rating changes of the players who granted your application `user:webhook:subscribe`, the
   * earliest first.
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

  /**
   * Lists the players who are connected to your application, in the order of their identifiers: what each
   * granted, since when, and when you last read their data. Needs an API key with `key:member:read`.
   *
   * @example
   * for await (const { id, grantedScopes } of client.members.listConnected({ limit: 100 })) {
   *   if (!grantedScopes.includes('user:rating:read')) process.stdout.write(`${id} shares no rating.\n`);
   * }
   */
  listConnected(
    query?: MembersListConnectedQuery,
    options?: RequestOptions,
  ): PagePromise<ConnectionsPage, ConnectedPlayer> {
    return paged(this.#send, membersListConnected, 'connections', query, options);
  }
}
