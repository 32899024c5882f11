import { PartnerRatingError } from '../errors/partner-rating-error.ts';
import type { Operation, OperationData, Query } from '../operation.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Send } from '../send.ts';
import { PagePromise } from './page-promise.ts';

/**
 * A query of a list that comes in pages, with a cap on the list as a whole.
 *
 * @example
 * const query: MembersSearchQuery = { name: 'Brennan', maxItems: 500 };
 */
export type ListQuery<Generated> = Query<Generated> & {
  /**
   * How many items are given at most, on all pages together; `pages()` ends with the page that
   * reaches it. It is not sent; where `limit` is left out, pages are as large as it allows.
   */
  maxItems?: number;
};

/** What `paged` reads and changes of a query, whichever list it is. */
interface PagedQuery {
  cursor?: string;
  limit?: number;
  maxItems?: number;
  offset?: number;
}

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

const largestPage = 100;

/** The list of an operation, whose pages hold their items under `name`. */
export function paged<
  Data extends OperationData,
  Page extends { nextCursor: string | null },
  Name extends keyof Page & string,
>(
  send: Send,
  operation: Operation<Data, Page>,
  name: Name,
  given: ListQuery<NonNullable<Data['query']>> | undefined,
  options: RequestOptions | undefined,
): PagePromise<Page, ItemOf<Page[Name]>> {
  const { maxItems = Infinity, cursor: start, offset, ...query }: PagedQuery = given ?? {};
  if (!(maxItems >= 0)) throw new TypeError('maxItems must be a whole number.');
  if (maxItems < Infinity) {
    query.limit = Math.min(query.limit ?? largestPage, Math.max(1, Math.ceil(maxItems)));
  }
  return new PagePromise({
    fetch: (cursor) => {
      // A cursor leads on from the offset by itself, and the service takes one of the two.
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
