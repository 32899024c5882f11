import type { PagePromise, PartnerRatingError, RequestOptions } from '@partner-rating/client';
import type { DataTag, InfiniteData } from '@tanstack/query-core';
import { keyOf, type QueryKey } from './query-key.ts';
import { type QueryOperation, queryOperation, type Retry, retry } from './query-operation.ts';

/** The cursor of a page; undefined for the first. */
type Cursor = string | undefined;

/** The part that the pages of all lists have. */
interface Page {
  nextCursor: string | null;
}

/** The query that all pages of a list share: without the start of a page and without `maxItems`. */
export type ListFilter<Query> = Query extends object
  ? Omit<Query, 'cursor' | 'offset' | 'maxItems'>
  : never;

/**
 * The options of an infinite query, for `useInfiniteQuery`, `prefetchInfiniteQuery`, and others.
 *
 * @example
 * const options: InfiniteQueryOptions<MemberSearchPage> = queries.members.search.infiniteQueryOptions({ city: 'Austin' });
 */
export interface InfiniteQueryOptions<Data> {
  queryKey: DataTag<QueryKey, InfiniteData<Data, Cursor>, PartnerRatingError>;
  /** Fetches one page; it is aborted when the query is cancelled. */
  queryFn: (context: { signal: AbortSignal; pageParam: Cursor }) => Promise<Data>;
  initialPageParam: Cursor;
  /** The cursor of the next page; null after the last. */
  getNextPageParam: (page: Data) => string | null;
  /** False, because the client itself retries the calls that are safe to retry. */
  retry: Retry;
}

/** A list with pages: a query for one page, and an infinite query for all pages. */
export interface ListOperation<Input extends QueryKey, Filter extends QueryKey, Data>
  extends QueryOperation<Input, Data> {
  /** Returns the key of an infinite query. It differs from the key of a page, because the cached data differs. */
  infiniteQueryKey(
    ...filter: Filter
  ): DataTag<QueryKey, InfiniteData<Data, Cursor>, PartnerRatingError>;
  infiniteQueryOptions(...filter: Filter): InfiniteQueryOptions<Data>;
}

/** Creates the list for the client's method `call`, which takes this number of arguments before the query. */
export function listOperation<Input extends QueryKey, Filter extends QueryKey, Data extends Page>(
  key: QueryKey,
  call: (input: Input, options: RequestOptions) => PagePromise<Data, unknown>,
  positional = 0,
): ListOperation<Input, Filter, Data> {
  const infiniteQueryKey = (...filter: Filter) =>
    keyOf(key, 'infinite', filter) as DataTag<
      QueryKey,
      InfiniteData<Data, Cursor>,
      PartnerRatingError
    >;
  return {
    ...queryOperation(key, (input: Input, options) => call(input, options).page()),
    infiniteQueryKey,
    infiniteQueryOptions: (...filter) => ({
      queryKey: infiniteQueryKey(...filter),
      queryFn: ({ signal, pageParam }) => {
        const page: unknown[] = [...filter];
        if (pageParam !== undefined)
          page[positional] = { ...Object(filter[positional]), cursor: pageParam };
        return call(page as QueryKey as Input, { signal }).page();
      },
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      retry,
    }),
  };
}
