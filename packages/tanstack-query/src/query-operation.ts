import type { PartnerRatingError, RequestOptions } from '@partner-rating/client';
import type { DataTag } from '@tanstack/query-core';
import { type Keyed, keyOf, type QueryKey } from './query-key.ts';

/** Whether TanStack Query retries. It does not, because the client itself retries the calls that are safe to retry. */
export type Retry = boolean | ((failureCount: number, error: PartnerRatingError) => boolean);

/** Four calls with three attempts each would send twelve requests. */
export const retry = false as Retry;

/**
 * The options of a query, for `useQuery`, `useSuspenseQuery`, `prefetchQuery`, and others. Spread them to
 * add yours.
 *
 * @example
 * const options: QueryOptions<Member> = queries.members.get.queryOptions('10482');
 */
export interface QueryOptions<Data> {
  queryKey: DataTag<QueryKey, Data, PartnerRatingError>;
  /** Calls the operation; it is aborted when the query is cancelled. */
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
  /** False, because the client itself retries the calls that are safe to retry. */
  retry: Retry;
}

/** An operation that only reads. It takes the arguments of the client's method. */
export interface QueryOperation<Input extends QueryKey, Data> extends Keyed {
  /** Returns the key of one query. `getQueryData` knows its type. */
  queryKey(...input: Input): DataTag<QueryKey, Data, PartnerRatingError>;
  queryOptions(...input: Input): QueryOptions<Data>;
}

/** Creates the operation for the client's method `call`. */
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
