import { errorFromResponse } from './error-from-response.ts';
import { ConnectionError } from './errors/connection-error.ts';
import { type ErrorDetails, PartnerRatingError } from './errors/partner-rating-error.ts';
import { TimeoutError } from './errors/timeout-error.ts';
import type { Input, Operation, OperationData } from './operation.ts';
import { readJson } from './read-json.ts';
import type { IdempotentRequestOptions } from './request-options.ts';
import { requestUrl } from './request-url.ts';
import { retryDelayMs } from './retry.ts';

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
 * Puts a credential into the headers: the current one, or another where that was refused. Resolves with
 * whether it is another.
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
) => Promise<Result>;

/**
 * Makes the transport of all calls: request, retries, timeouts, abort, errors. At a deadline, or when
 * the signal is aborted or the client closed, it waits no longer even if `fetch` ignores its signal.
 */
export function createTransport({
  baseUrl,
  credential,
  headers: defaultHeaders,
  timeoutMs: defaultTimeoutMs = 30_000,
  attemptTimeoutMs: defaultAttemptTimeoutMs,
  maxRetries: defaultMaxRetries = 2,
  fetch: customFetch,
  authorize,
  inFlight,
}: TransportSettings): Transport {
  return async <Data extends OperationData, Result>(
    operation: Operation<Data, Result>,
    input: Input<Data> = {},
    options: IdempotentRequestOptions = {},
    onAttempt?: OnAttempt,
  ) => {
    const { id, method = 'GET', path, safe, fillPath, write } = operation;
    const {
      signal,
      headers: extra,
      timeoutMs = defaultTimeoutMs,
      // By default there is time for an attempt after one that hangs.
      attemptTimeoutMs = defaultAttemptTimeoutMs ?? timeoutMs / 2,
      maxRetries = defaultMaxRetries,
    } = options;
    const url = requestUrl(baseUrl + (fillPath ? fillPath(path, input.path) : path), input.query);
    const headers: Record<string, string> = {
      ...defaultHeaders,
      // The platform checks their form, and writes their names in lower case.
      ...(extra && Object.fromEntries(new Headers(extra))),
      accept: 'application/json',
      ...credential,
    };
    // A redirect is not followed: the credential must not travel to another host.
    const init: RequestInit & { headers: typeof headers } = { method, headers, redirect: 'manual' };
    // A read needs no idempotency key, whatever its method.
    const key = write?.(init, input.body, options, safe ? 0 : maxRetries);
    // Without an idempotency key, a retry could repeat a write whose answer was lost.
    const isRepeatable = method === 'GET' || safe || key;
    const end = performance.now() + timeoutMs;
    let pause: ReturnType<typeof setTimeout> | undefined;
    let isAuthorizedAgain = false;

    const timedOut = (response?: Response): unknown => {
      const ms = call.deadline < end ? attemptTimeoutMs : timeoutMs;
      const details = { timeoutMs: ms, response, statusCode: response?.status };
      return new TimeoutError(
        `${id}: no complete answer of ${baseUrl} in ${ms} ms.`,
        details as ErrorDetails,
      );
    };
    // The polyfill of React Native gives no reason.
    const aborted = (): unknown =>
      signal?.reason ?? Object.assign(new Error('The call was aborted.'), { name: 'AbortError' });

    const call: InFlightCall = { deadline: end, abort: () => {} };
    const onAbort = (): void => call.abort(aborted);

    /** Waits for the work until it is given up, which rejects with what makes the error. */
    const wait = <Value>(work: () => Promise<Value>, deadline = end): Promise<Value> =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) throw aborted;
        call.deadline = deadline;
        call.abort = (reason = timedOut) => reject(reason);
        inFlight.add(call);
        work().then(resolve, reject);
      });

    signal?.addEventListener('abort', onAbort);
    try {
      if (authorize) await wait(() => authorize(headers, false));
      for (let retried = 0; ; ) {
        const controller = new AbortController();
        let response: Response | undefined;
        let answer: unknown;
        let cause: Thrown;
        const exchange = async (): Promise<void> => {
          init.signal = controller.signal;
          // Read at the call, since tests and tracers replace it later.
          response = await (customFetch ?? (fetch as Fetch))(url, init, id);
          // Of an error a clone is read, so that the caller can still read the body.
          answer = await readJson(response.ok ? response : response.clone());
        };
        // An attempt that is the last has what is left of the call.
        const attemptMs = isRepeatable && retried < maxRetries ? attemptTimeoutMs : timeoutMs;
        try {
          await wait(exchange, Math.min(end, performance.now() + attemptMs));
        } catch (thrown) {
          cause = thrown as Thrown;
          // A request that was given up is aborted, whatever became of it.
          if (typeof thrown === 'function') {
            cause = thrown(response);
            // Without the error as its reason, since Node would empty the stack of that.
            controller.abort();
          }
        }
        if ((response?.ok && Object(answer) === answer) || response?.status === 204) {
          onAttempt?.(response);
          return answer as Result;
        }
        // A call that the caller aborted is not logged.
        if (signal?.aborted) throw aborted;
        const error =
          cause instanceof PartnerRatingError
            ? cause
            : response && (!response.ok || !cause || cause.name === 'SyntaxError')
              ? errorFromResponse(response, answer, operation, baseUrl, cause)
              : // The message of a platform is "fetch failed"; the reason is its cause.
                new ConnectionError(
                  `${id}: ${response ? 'half an' : 'no'} answer of ${baseUrl} (${cause?.cause?.code ?? cause?.cause ?? cause}).`,
                  { cause, response, statusCode: response?.status },
                );
        const delayMs = retryDelayMs(error, retried, isRepeatable);
        // If the deadline comes before the retry, this error says more than a timeout.
        const isLast = retried >= maxRetries || performance.now() + delayMs >= end;
        onAttempt?.(response, error, isLast ? undefined : delayMs);
        if (error.statusCode === 401 && authorize && !isAuthorizedAgain) {
          isAuthorizedAgain = true;
          if (await wait(() => authorize(headers, true))) continue;
        }
        if (isLast) throw error;
        // A write that is still in progress has not failed: it is waited for until the deadline.
        if (error.code !== 'idempotency_in_progress') retried += 1;
        await wait(
          () =>
            new Promise((resume) => {
              pause = setTimeout(resume, delayMs);
            }),
        );
      }
    } catch (thrown) {
      throw typeof thrown === 'function' ? thrown() : thrown;
    } finally {
      clearTimeout(pause);
      inFlight.delete(call);
      signal?.removeEventListener('abort', onAbort);
    }
  };
}

/** The parts that are read of what a platform throws. */
type Thrown = { name?: string; cause?: { code?: string } } | undefined;
