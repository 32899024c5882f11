import type { PartnerRatingError, RequestOptions } from '@partner-rating/client';
import type { DataTag } from '@tanstack/query-core';
import { type Keyed, keyOf, type QueryKey } from './query-key.ts';
import { type Retry, retry } from './retry.ts';

/**
 * The options of a query, for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and what else takes some. Spread them to
 * add yours.
 *
 * @example
 * const options: QueryOptions<Member> = queries.members.get.queryOptions('10482');
 */
export interface QueryOptions<Data> {
  queryKey: DataTag<QueryKey, Data, PartnerRatingError>;
  /** Calls the operation; it is aborted when the query is cancelled. */
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
  /** False: the client has retried what is safe to retry. */
  retry: Retry;
}

/** An operation that only reads. It takes what the method of the client takes. */
export interface QueryOperation<Input extends QueryKey, Data> extends Keyed {
  /** The key of one query. `getQueryData` knows its type. */
  queryKey(...input: Input): DataTag<QueryKey, Data, PartnerRatingError>;
  queryOptions(...input: Input): QueryOptions<Data>;
}

/** The operation whose method of the client is `call`. */
export function queryOperation<Input extends QueryKey, Data>(
  key: QueryKey,
  call: (input: Input, options: RequestOptions) => Promise<Data>,
): QueryOperation<Input, Data> {
  const queryKey = (...input: Input) =>
    keyOf(key, 'query', input) as DataTag<QueryKey, Data, PartnerRatingError>;
  return {
    key: () => key,
    queryKey,
    queryOptions: (...input) => ({
      queryKey: queryKey(...input),
      queryFn: ({ signal }) => call(input, { signal }),
      retry,
    }),
  };
}
