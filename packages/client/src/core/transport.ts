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
 * Sends one request; the platform's `fetch` is one.
 *
 * @example
 * const traced: Fetch = (url, init) => {
 *   report(init.method, url);
 *   return fetch(url, init);
 * };
 */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The settings of a transport; one that is left out has its default. */
export interface TransportSettings {
  /** Without a slash at its end. */
  baseUrl: string;
  /** The header field with the credential. */
  credential: Readonly<Record<string, string>>;
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  fetch?: Fetch | undefined;
  /** Authorizes each call on its own, in place of `credential`. */
  authorize?: Authorize | undefined;
  inFlight: CallTracker;
}

/** A call without an answer yet. */
export interface InFlightCall {
  timeoutMs: number;
  /** By the monotonic clock, `performance.now()`. */
  deadline: number;
  /** Rejects with the reason, by default a `TimeoutError`, and aborts the request. */
  abort: (reason?: unknown) => void;
  timer?: ReturnType<typeof setTimeout>;
}

/** Holds the calls in flight, and aborts each at its deadline. */
export interface CallTracker {
  add(call: InFlightCall): unknown;
  delete(call: InFlightCall): unknown;
}

/** Puts a credential into the headers and makes the attempts, again with a refreshed credential. */
export type Authorize = <Result>(
  headers: Record<string, string>,
  attempts: () => Promise<Result>,
) => Promise<Result>;

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

/** The parts that are read of what a platform throws. */
interface Thrown {
  name?: string;
  cause?: { code?: string };
}

/**
 * Makes the transport of all calls: request, retries, timeout, abort, errors. At the deadline, or when
 * the signal is aborted or the client closed, a call rejects even if `fetch` ignores its signal.
 */
export function createTransport({
  baseUrl,
  credential,
  timeoutMs: defaultTimeoutMs = 30_000,
  maxRetries: defaultMaxRetries = 2,
  fetch: send = fetch,
  authorize,
  inFlight,
}: TransportSettings): Transport {
  return <Data extends OperationData, Result>(
    { id, method = 'GET', path, safe, fillPath, write, refusal }: Operation<Data, Result>,
    input: Input<Data> = {},
    options: IdempotentRequestOptions = {},
    onAttempt?: OnAttempt,
  ) =>
    new Promise<Result>((resolve, reject) => {
      const {
        signal,
        headers: extra,
        timeoutMs = defaultTimeoutMs,
        maxRetries = defaultMaxRetries,
      } = options;
      signal?.throwIfAborted();
      const controller = new AbortController();
      const url = requestUrl(baseUrl + (fillPath ? fillPath(path, input.path) : path), input.query);
      const headers: Record<string, string> = {
        // The platform checks their form, and writes their names in lower case.
        ...(extra && Object.fromEntries(new Headers(extra))),
        accept: 'application/json',
        ...credential,
      };
      // A redirect is not followed: the credential must not travel to another host.
      const init = { method, headers, redirect: 'manual', signal: controller.signal } as const;
      // A read needs no idempotency key, whatever its method.
      const key = write?.(init, input.body, options, safe ? 0 : maxRetries);
      // Without an idempotency key, a retry could repeat a write whose answer was lost.
      const retries = method === 'GET' || safe || key ? maxRetries : 0;
      let pause: ReturnType<typeof setTimeout> | undefined;

      const failure = (why: unknown): string =>
        `${id} failed at ${baseUrl} (${why}). Check the address; redirects are not followed.`;

      const end = (): void => {
        if (pause) clearTimeout(pause);
        inFlight.delete(call);
        signal?.removeEventListener('abort', onAbort);
      };
      const fail = (reason: unknown): void => {
        end();
        reject(reason);
      };
      const abort = (
        reason: unknown = new TimeoutError(failure(`no answer in ${timeoutMs} ms`), {
          timeoutMs,
        } as ErrorDetails),
      ): void => {
        fail(reason);
        controller.abort(reason);
      };
      const call: InFlightCall = { timeoutMs, deadline: performance.now() + timeoutMs, abort };
      const onAbort = (): void => abort(signal?.reason);

      const attempts = async (): Promise<Result> => {
        for (let retried = 0; ; retried += 1) {
          // A `fetch` that ignores the signal would still send after a late token.
          controller.signal.throwIfAborted();
          let response: Response | undefined;
          let answer: unknown;
          let cause: Thrown | undefined;
          try {
            response = await send(url, init);
            if (response.ok) answer = await readJson(response);
          } catch (thrown) {
            cause = thrown as Thrown;
          }
          if (Object(answer) === answer || response?.status === 204) {
            onAttempt?.(response);
            return answer as Result;
          }
          // A call that the caller aborted is not logged.
          signal?.throwIfAborted();
          const error =
            cause instanceof PartnerRatingError
              ? cause
              : response && (!cause || cause.name === 'SyntaxError')
                ? await errorFromResponse(response, failure(response.status), cause, refusal)
                : // Node's message is "fetch failed"; the reason is its cause.
                  new ConnectionError(failure(cause?.cause?.code ?? cause), { cause });
          const delayMs = retryDelayMs(error, retried);
          // If the deadline comes before the retry, this error says more than a timeout.
          const isLast =
            controller.signal.aborted ||
            retried >= retries ||
            performance.now() + delayMs >= call.deadline;
          onAttempt?.(response, error, isLast ? undefined : delayMs);
          if (isLast) throw error;
          await new Promise((resume) => {
            pause = setTimeout(resume, delayMs);
          });
        }
      };

      inFlight.add(call);
      signal?.addEventListener('abort', onAbort);
      const outcome = authorize ? authorize(headers, attempts) : attempts();
      outcome.then((answer) => {
        end();
        resolve(answer);
      }, fail);
    });
}
