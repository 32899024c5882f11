import type { PagePromise, PartnerRatingError, RequestOptions } from '@partner-rating/client';
import type { DataTag, InfiniteData } from '@tanstack/query-core';
import { keyOf, type QueryKey } from './query-key.ts';
import { type QueryOperation, queryOperation } from './query-operation.ts';
import { type Retry, retry } from './retry.ts';

/** The cursor of a page; undefined for the first. */
type Cursor = string | undefined;

/** What a page has, whichever list it is of. */
interface Page {
  nextCursor: string | null;
}

/** What every page of a list is asked for: its query without where a page begins and how many items there may be. */
export type ListFilter<Query> = Query extends object
  ? Omit<Query, 'cursor' | 'offset' | 'maxItems'>
  : never;

/**
 * The options of an infinite query, for `useInfiniteQuery`, `prefetchInfiniteQuery` and what else takes some.
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
  /** False: the client has retried what is safe to retry. */
  retry: Retry;
}

/** A list with pages: a query of one page, and an infinite query of one after the other. */
export interface ListOperation<Input extends QueryKey, Filter extends QueryKey, Data>
  extends QueryOperation<Input, Data> {
  /** The key of one infinite query. It differs from that of a page, since what is cached does. */
  infiniteQueryKey(
    ...filter: Filter
  ): DataTag<QueryKey, InfiniteData<Data, Cursor>, PartnerRatingError>;
  infiniteQueryOptions(...filter: Filter): InfiniteQueryOptions<Data>;
}

/** The list whose method of the client is `call`, which takes so many arguments before the query. */
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
