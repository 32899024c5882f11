import type { PartnerRatingError } from './errors/partner-rating-error.ts';
import type { Input, Operation, OperationData } from './operation.ts';
import type { ConditionalRequestOptions, IdempotentRequestOptions } from './request-options.ts';
import type { ResponsePromise } from './response-promise.ts';

/**
 * Sends one request, like the platform's `fetch`. The third argument names the operation, such as
 * `members.get`.
 *
 * @example
 * const traced: Fetch = (url, init) => {
 *   report(init.method, url);
 *   return fetch(url, init);
 * };
 */
export type Fetch = (url: string, init: RequestInit, operation?: string) => Promise<Response>;

/** The settings of a transport. */
export interface TransportSettings {
  /** Without a slash at its end. */
  baseUrl: string;
  /** The header field with the credential. */
  credential?: Readonly<Record<string, string>>;
  /** Header fields of every call, with their names in lower case. */
  headers?: Readonly<Record<string, string>> | undefined;
  timeoutMs?: number | undefined;
  attemptTimeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  fetch?: Fetch | undefined;
  /** Authorizes each call, instead of `credential`. */
  authorize?: Authorize | undefined;
  /** Default: the timers of the platform. */
  timers?: Timers | undefined;
  /** Called with the options of each call; may throw to refuse it. Returns a function to call after each attempt. */
  startCall?: ((options: IdempotentRequestOptions) => OnAttempt) | undefined;
}

/**
 * Ends the wait of a call. If its time is over, the reason is that time in milliseconds. If the wait ends earlier, the
 * reason is a function that makes the error. The call itself calls this function, so that the stack leads to the caller.
 */
export type EndWait = (reason?: number | (() => unknown)) => void;

/** The timers of calls. The platform's timers fit. */
export interface Timers<Timer = unknown> {
  /**
   * Calls `end` after `ms`, with the total time `limitMs`. A pause has no total time, and no connection that keeps
   * the process alive.
   */
  setTimeout(end: EndWait, ms: number, limitMs: number | undefined): Timer;
  clearTimeout(timer: Timer): void;
}

/**
 * Puts a credential into the headers of a call: the current credential or, once after a refusal, a different one.
 * Resolves with true if the call has a different credential now.
 */
export type Authorize = (
  call: {
    init: { headers: Record<string, string> };
    wait<Work>(ms: number, work: () => Promise<Work>): Promise<Work>;
  },
  refusal?: PartnerRatingError,
) => Promise<boolean>;

/** Called after each attempt; `retryInMs` is set if the attempt is retried. */
export type OnAttempt = (
  operation: string,
  response: Response | undefined,
  error?: PartnerRatingError,
  retryInMs?: number,
) => void;

/** Carries out an operation. */
export type Transport = <Data extends OperationData, Result>(
  operation: Operation<Data, Result>,
  input?: Input<Data>,
  options?: IdempotentRequestOptions & ConditionalRequestOptions,
) => ResponsePromise<Result>;
