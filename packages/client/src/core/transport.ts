import { attemptError, type Thrown } from './attempt-error.ts';
import type { ErrorDetails } from './errors/partner-rating-error.ts';
import { TimeoutError } from './errors/timeout-error.ts';
import { type GiveUp, startWaiting } from './give-up.ts';
import type { Input, Operation, OperationData } from './operation.ts';
import { readJson } from './read-json.ts';
import type { IdempotentRequestOptions } from './request-options.ts';
import { requestUrl } from './request-url.ts';
import { type LastResponse, responsePromise } from './response-promise.ts';
import { retryDelayMs } from './retry.ts';
import type { Fetch, OnAttempt, Transport, TransportSettings } from './transport-settings.ts';

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
  const carryOut = async <Data extends OperationData, Result>(
    operation: Operation<Data, Result>,
    input: Input<Data>,
    options: IdempotentRequestOptions,
    onAttempt: OnAttempt | undefined,
    last: LastResponse,
  ): Promise<Result> => {
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
    const timedOut: GiveUp = (response, isAttempt) => {
      const ms = isAttempt ? attemptTimeoutMs : timeoutMs;
      const message = `${id}: no complete answer of ${baseUrl} in ${ms} ms.`;
      return new TimeoutError(message, { timeoutMs: ms, response } as ErrorDetails);
    };
    const { waitFor, stop, aborted } = startWaiting(inFlight, signal, end, timedOut);
    let pause: ReturnType<typeof setTimeout> | undefined;
    try {
      if (authorize) await waitFor(() => authorize(headers, false));
      for (let retried = 0; ; ) {
        const controller = new AbortController();
        let response: Response | undefined;
        let answer: unknown;
        let cause: Thrown;
        const exchange = async (): Promise<void> => {
          init.signal = controller.signal;
          // Read at the call, since tests and tracers replace it later.
          response = await (customFetch ?? (fetch as Fetch))(url, init, id);
          last.response = response;
          // Of an error a clone is read, so that the caller can still read the body.
          answer = await readJson(response.ok ? response : response.clone());
        };
        // An attempt that is the last has what is left of the call.
        const canFollow = isRepeatable && retried < maxRetries;
        const deadline = canFollow ? Math.min(end, performance.now() + attemptTimeoutMs) : end;
        try {
          await waitFor(exchange, deadline);
        } catch (thrown) {
          cause = thrown as Thrown;
          // A request that was given up is aborted, whatever became of it.
          if (typeof thrown === 'function') {
            cause = thrown(response, deadline < end);
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
        const error = attemptError(operation, baseUrl, response, answer, cause);
        const delayMs = retryDelayMs(error, retried, isRepeatable);
        // If the deadline comes before the retry, this error says more than a timeout.
        const isLast = retried >= maxRetries || performance.now() + delayMs >= end;
        onAttempt?.(response, error, isLast ? undefined : delayMs);
        if (
          error.statusCode === 401 &&
          authorize &&
          (await waitFor(() => authorize(headers, true)))
        ) {
          continue;
        }
        if (isLast) throw error;
        // A write that is still in progress has not failed: it is waited for until the deadline.
        if (error.code !== 'idempotency_in_progress') retried += 1;
        await waitFor(
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
      stop();
    }
  };
  return (operation, input = {}, options = {}, onAttempt) => {
    const last: LastResponse = {};
    return responsePromise(carryOut(operation, input, options, onAttempt, last), last);
  };
}
