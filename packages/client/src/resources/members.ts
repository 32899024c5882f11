import { ValidationError } from '../core/errors/call-errors.ts';
import type { Query } from '../core/operation.ts';
import type { RequestOptions } from '../core/request-options.ts';
import { type ResponsePromise, responsePromise } from '../core/response-promise.ts';
import type { Member, MembersSearchData } from '../generated/types.gen.ts';
import type { MembersGetBulkQuery } from '../operations/queries.gen.ts';
import { MembersOperations } from './members.gen.ts';

/** The query of `members.find`, without the name. */
export type MembersFindQuery = Omit<
  Query<NonNullable<MembersSearchData['query']>>,
  'name' | 'limit' | 'cursor' | 'offset'
>;

/**
 * The operations `members.*`: look up members, their ratings, and changes of their ratings.
 *
 * @example
 * const member = await client.members.get('10482', { sport: 'pickleball' });
 */
export class Members extends MembersOperations {
  // Checks the number of ids before it sends anything. An empty list is valid, and needs no call.
  override getBulk(
    query: MembersGetBulkQuery,
    options?: RequestOptions,
  ): ResponsePromise<Member[]> {
    const answered = async () => {
      // The limit of the service for one call.
      const maxBulkIds = 100;
      const count = [query.ids].flat().length;
      if (count > maxBulkIds) {
        const message = `ids names ${count} members; the limit is ${maxBulkIds}.`;
        throw new ValidationError(message, { code: 'validation_failed' });
      }
      return count === 0
        ? { data: [], response: new Response('[]') }
        : super.getBulk(query, options).withResponse();
    };
    return responsePromise(answered());
  }

  /**
   * Returns the first result of a search by name, or null.
   *
   * @example
   * const player = await client.members.find('Mike Brennan', { state: 'TX' });
   */
  find(
    name: string,
    query?: MembersFindQuery,
    options?: RequestOptions,
  ): ResponsePromise<Member | null> {
    const found = async () => {
      const list = this.search({ ...query, name, maxItems: 1 }, options);
      const [data = null] = await list.toArray();
      return { ...(await list.withResponse()), data };
    };
    return responsePromise(found());
  }
}
