export type { InfiniteQueryOptions, ListFilter, ListOperation } from './list-operation.ts';
export type { MutationOperation, MutationOptions } from './mutation-operation.ts';
export { createQueries, type Queries } from './queries.gen.ts';
export type { QueriesOptions } from './queries-options.ts';
export type { Keyed, QueryKey } from './query-key.ts';
export type { QueryOperation, QueryOptions, Retry } from './query-operation.ts';
