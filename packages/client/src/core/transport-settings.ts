import type { PartnerRatingError } from './errors/partner-rating-error.ts';
import type { Input, Operation, OperationData } from './operation.ts';
import type { ConditionalRequestOptions, IdempotentRequestOptions } from './request-options.ts';
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
  credential?: Readonly<Record<string, string>>;
  /** Header fields of every call, with their names in lower case. */
  headers?: Readonly<Record<string, string>> | undefined;
  timeoutMs?: number | undefined;
  attemptTimeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  fetch?: Fetch | undefined;
  /** Authorizes each call on its own, in place of `credential`. */
  authorize?: Authorize | undefined;
  /** Default: those of the platform. */
  timers?: Timers | undefined;
  /** Called with the options of each call, which it may refuse; what it returns, after each attempt. */
  startCall?: ((options: IdempotentRequestOptions) => OnAttempt) | undefined;
}

/**
 * Ends what a call waits for: at its time with the milliseconds that it had, before that with a function that makes the
 * error. The call itself makes the error, so that the stack leads to the caller.
 */
export type EndWait = (reason?: number | (() => unknown)) => void;

/** The timers of calls; those of the platform are some. */
export interface Timers<Timer = unknown> {
  /**
   * Ends a wait after this time, with what it had in all. A pause has no such limit, and no connection that keeps the
   * process alive.
   */
  setTimeout(end: EndWait, ms: number, limitMs: number | undefined): Timer;
  clearTimeout(timer: Timer): void;
}

/**
 * Puts a credential into the headers of a call: the current one, or once another credential in place of the refused one.
 * Resolves with whether it is another.
 */
export type Authorize = (
  call: {
    init: { headers: Record<string, string> };
    wait<Work>(ms: number, work: () => Promise<Work>): Promise<Work>;
  },
  refusal?: PartnerRatingError,
) => Promise<boolean>;

/** Called after each attempt; `retryInMs` is given where it is retried. */
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
