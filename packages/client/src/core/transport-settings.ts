import type { PartnerRatingError } from './errors/partner-rating-error.ts';
import type { Input, Operation, OperationData } from './operation.ts';
import type { IdempotentRequestOptions } from './request-options.ts';
import type { ResponsePromise } from './response-promise.ts';

/**
 * Sends one request; the platform's `fetch` is one. The third argument names the operation, such as
 * `members.get`.
 *
 * @example
 * const traced: Fetch = (url, init) => {
 *   report(init.method, url);
 *   return fetch(url, init);
 * };
 */
export type Fetch = (url: string, init: RequestInit, operation?: string) => Promise<Response>;

/** The settings of a transport; one that is left out has its default. */
export interface TransportSettings {
  /** Without a slash at its end. */
  baseUrl: string;
  /** The header field with the credential. */
  credential: Readonly<Record<string, string>>;
  /** Header fields of every call, with their names in lower case. */
  headers?: Readonly<Record<string, string>> | undefined;
  timeoutMs?: number | undefined;
  attemptTimeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  fetch?: Fetch | undefined;
  /** Authorizes each call on its own, in place of `credential`. */
  authorize?: Authorize | undefined;
  inFlight: CallTracker;
}

/** A call without an answer yet. */
export interface InFlightCall {
  /** When what it waits for is given up, by the monotonic clock, `performance.now()`. */
  deadline: number;
  /**
   * Gives up what the call waits for, by default with a `TimeoutError`. The error is made by the call
   * itself, so that its stack leads to the caller.
   */
  abort: (reason?: (response?: Response) => unknown) => void;
  timer?: ReturnType<typeof setTimeout>;
}

/** Holds the calls in flight, and aborts each at its deadline. */
export interface CallTracker {
  /** Called again where the deadline of a call changed. */
  add(call: InFlightCall): unknown;
  delete(call: InFlightCall): unknown;
}

/**
 * Puts a credential into the headers of a call: the current one, or another where that was refused, once.
 * Resolves with whether it is another.
 */
export type Authorize = (headers: Record<string, string>, isRefused: boolean) => Promise<boolean>;

/** Called after each attempt; `retryInMs` is given where it is retried. */
export type OnAttempt = (
  response: Response | undefined,
  error?: PartnerRatingError,
  retryInMs?: number,
) => void;

/** Carries out an operation. */
export type Transport = <Data extends OperationData, Result>(
  operation: Operation<Data, Result>,
  input?: Input<Data>,
  options?: IdempotentRequestOptions,
  onAttempt?: OnAttempt,
) => ResponsePromise<Result>;
