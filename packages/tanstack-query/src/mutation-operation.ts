import type { QueryKey } from './query-key.ts';
import { type Retry, retry } from './query-operation.ts';

/**
 * The options of a mutation, for `useMutation`. Spread them to add yours, such as `onSuccess`.
 *
 * @example
 * const options = { ...queries.matches.submit.mutationOptions(), onSuccess: () => report('Submitted.') };
 */
export interface MutationOptions<Data, Variables> {
  mutationKey: QueryKey;
  /** Calls the operation. */
  mutationFn: (variables: Variables) => Promise<Data>;
  /** False, because the client itself retries the calls that are safe to retry. */
  retry: Retry;
}

/** An operation that changes something. */
export interface MutationOperation<Data, Variables> {
  mutationKey(): QueryKey;
  mutationOptions(): MutationOptions<Data, Variables>;
}

/** Creates the operation for the client's method `call`. */
export function mutationOperation<Data, Variables>(
  key: QueryKey,
  call: (variables: Exclude<Variables, void>) => Promise<Data>,
): MutationOperation<Data, Variables> {
  // If the operation needs no input, the argument is optional.
  const none = {} as Exclude<Variables, void>;
  return {
    mutationKey: () => key,
    mutationOptions: () => ({
      mutationKey: key,
      mutationFn: (variables) => call((variables as Exclude<Variables, void> | undefined) ?? none),
      retry,
    }),
  };
}
