import { PartnerRatingError } from '../errors/partner-rating-error.ts';
import type { Operation, OperationData, Query } from '../operation.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport-settings.ts';
import { PagePromise } from './page-promise.ts';

/**
 * The query of a paginated list, with a limit of the whole list.
 *
 * @example
 * const query: MembersSearchQuery = { name: 'Brennan', maxItems: 500 };
 */
export type ListQuery<Generated> = Query<Generated> & {
  /**
   * The limit of the whole list; `pages()` ends with the page that reaches it. The client does not send it. Without
   * `limit`, pages are as large as `maxItems` allows.
   */
  maxItems?: number;
} & ('offset' extends keyof Generated ? OnePosition : unknown);

/** The start of a page: a cursor or an offset, but not both. */
type OnePosition =
  | {
      /** The `nextCursor` of the previous page. Do not combine it with `offset`. */
      cursor?: string;
      offset?: never;
    }
  | {
      cursor?: never;
      /** The number of entries to skip. Do not combine it with `cursor`. */
      offset?: number;
    };

/** The query parameters that every paginated list has. */
interface PagedQuery {
  cursor?: string;
  limit?: number;
  maxItems?: number;
  offset?: number;
}

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

/** Returns the paginated list of an operation, whose pages have their items under `name`. */
export function paged<
  Data extends OperationData,
  Page extends { nextCursor: string | null },
  Name extends keyof Page & string,
>(
  send: Transport,
  operation: Operation<Data, Page>,
  name: Name,
  given: ListQuery<NonNullable<Data['query']>> | undefined,
  options: RequestOptions | undefined,
): PagePromise<Page, ItemOf<Page[Name]>> {
  const maxPageSize = 100;
  const { maxItems = Infinity, cursor: start, offset, ...query }: PagedQuery = given ?? {};
  if (!(maxItems >= 0)) throw new TypeError('maxItems must be a whole number.');
  if (maxItems < Infinity) {
    query.limit = Math.min(query.limit ?? maxPageSize, Math.max(1, Math.ceil(maxItems)));
  }
  return new PagePromise({
    fetch: (cursor) => {
      // The service takes a cursor or an offset, and a cursor continues from the offset.
      const page = { ...query, cursor, offset: cursor === start ? offset : undefined };
      return send(operation, { query: page as Query<NonNullable<Data['query']>> }, options);
    },
    itemsOf: (page) => {
      const items: unknown = page[name];
      if (Array.isArray(items)) return items;
      throw new PartnerRatingError(
        `The response of ${operation.id} has no ${name}. Check baseUrl.`,
      );
    },
    maxItems,
    cursor: start,
  });
}
