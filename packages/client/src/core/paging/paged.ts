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
   * The limit of the whole list; `pages()` ends with the page that reaches it. It is not sent. Without
   * `limit`, pages are as large as it allows.
   */
  maxItems?: number;
} & ('offset' extends keyof Generated ? OnePosition : unknown);

/** Where a page begins: at a cursor or at an offset, and not at both. */
type OnePosition =
  | {
      /** Where to go on: the `nextCursor` of the page before. Not together with `offset`. */
      cursor?: string;
      offset?: never;
    }
  | {
      cursor?: never;
      /** How many entries to pass over. Not together with `cursor`. */
      offset?: number;
    };

/** The part of a query that every paginated list has. */
interface PagedQuery {
  cursor?: string;
  limit?: number;
  maxItems?: number;
  offset?: number;
}

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

/** The paginated list of an operation, whose pages have their items under `name`. */
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
        `${operation.id} was answered without ${name}. Check the address.`,
      );
    },
    maxItems,
    cursor: start,
  });
}
