import { type AttemptEnd, attemptError } from './attempt-error.ts';
import type { Input, Operation, OperationData } from './operation.ts';
import { readJson } from './read-json.ts';
import type { IdempotentRequestOptions } from './request-options.ts';
import { requestUrl } from './request-url.ts';
import { responsePromise, type WithResponse } from './response-promise.ts';
import { retryDelayMs } from './retry.ts';
import type {
  EndWait,
  Fetch,
  OnAttempt,
  Timers,
  Transport,
  TransportSettings,
} from './transport-settings.ts';

// A longer timer overflows and fires at once.
const maxTimerMs = 2_147_483_647;

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
  timers = globalThis as Timers,
}: TransportSettings): Transport {
  const carryOut = async <Data extends OperationData, Result>(
    operation: Operation<Data, Result>,
    input: Input<Data>,
    options: IdempotentRequestOptions,
    onAttempt: OnAttempt | undefined,
  ): Promise<WithResponse<Result>> => {
    const { method = 'GET', path } = operation;
    const {
      signal,
      timeoutMs = defaultTimeoutMs,
      // By default there is time for an attempt after one that hangs.
      attemptTimeoutMs = defaultAttemptTimeoutMs ?? timeoutMs / 2,
      maxRetries = defaultMaxRetries,
    } = options;
    const url = requestUrl(baseUrl + (operation.fillPath?.(path, input.path) ?? path), input.query);
    const headers: Record<string, string> = {
      ...defaultHeaders,
      // The platform checks their form, and writes their names in lower case.
      ...(options.headers && Object.fromEntries(new Headers(options.headers))),
      accept: 'application/json',
      ...credential,
    };
    // A redirect is not followed: the credential must not travel to another host.
    const init: RequestInit & { headers: typeof headers } = {
      method,
      headers,
      redirect: 'manual',
      signal: null,
    };
    // Without an idempotency key, a retry could repeat a write whose answer was lost. What is safe to repeat needs none.
    const isRepeatable =
      operation.write?.(init, input.body, options, operation.safe ? 0 : maxRetries) ||
      method === 'GET' ||
      operation.safe;
    const end = performance.now() + timeoutMs;
    let leftMs = timeoutMs;
    let timer: unknown;
    let giveUp: EndWait;
    const onAbort = signal && ((): void => giveUp());
    /** Waits for the work, or until the time is over. Without work that is a pause. */
    const waitFor = (ms: number, work?: () => Promise<unknown>): Promise<unknown> =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) throw signal;
        giveUp = reject;
        if (timer) timers.clearTimeout(timer);
        timer = timers.setTimeout(
          work ? reject : (resolve as EndWait),
          Math.min(ms, maxTimerMs),
          !work,
        );
        work?.().then(resolve, reject);
      });
    try {
      signal?.addEventListener('abort', onAbort as () => void);
      if (authorize) {
        await waitFor(leftMs, () => authorize(headers, false));
        leftMs = end - performance.now();
      }
      for (let retried = 0; ; leftMs = end - performance.now()) {
        const controller = new AbortController();
        let response: Response | undefined;
        let answer: unknown;
        let cause: AttemptEnd;
        const exchange = async (): Promise<void> => {
          try {
            init.signal = controller.signal;
            // Read at the call, since tests and tracers replace it later.
            response = await (customFetch ?? (fetch as Fetch))(url, init, operation.id);
            // Of an error a clone is read, so that the caller can still read the body.
            answer = await readJson(response.ok ? response : response.clone());
          } catch (thrown) {
            cause = thrown as AttemptEnd;
          }
        };
        // An attempt that is the last has what is left of the call.
        const canFollow = isRepeatable && retried < maxRetries && attemptTimeoutMs < leftMs;
        try {
          await waitFor(canFollow ? attemptTimeoutMs : leftMs, exchange);
        } catch (reason) {
          // Without the error as its reason, since Node would empty the stack of that.
          controller.abort();
          // A call that the caller aborted is not logged.
          if (signal?.aborted) throw reason;
          cause = (reason as AttemptEnd) || (canFollow ? attemptTimeoutMs : timeoutMs);
        }
        if (response?.ok && (Object(answer) === answer || response.status === 204)) {
          onAttempt?.(operation.id, response);
          return { data: answer as Result, response };
        }
        const error = attemptError(operation, baseUrl, response, answer, cause);
        const delayMs = retryDelayMs(error, retried, isRepeatable);
        // If the deadline comes before the retry, this error says more than a timeout.
        const isLast = retried >= maxRetries || performance.now() + delayMs >= end;
        onAttempt?.(operation.id, response, error, isLast ? undefined : delayMs);
        if (
          error.statusCode === 401 &&
          authorize &&
          (await waitFor(end - performance.now(), () => authorize(headers, true)))
        ) {
          continue;
        }
        if (isLast) throw error;
        // A write that is still in progress has not failed: it is waited for until the deadline.
        if (error.code !== 'idempotency_in_progress') retried += 1;
        await waitFor(delayMs);
      }
    } catch (thrown) {
      throw signal?.aborted
        ? // The polyfill of React Native gives no reason.
          (signal.reason ??
            Object.assign(new Error('The call was aborted.'), { name: 'AbortError' }))
        : thrown && typeof thrown === 'object'
          ? thrown
          : attemptError(
              operation,
              baseUrl,
              undefined,
              undefined,
              (thrown as AttemptEnd) || timeoutMs,
            );
    } finally {
      timers.clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort as () => void);
    }
  };
  return (operation, input = {}, options = {}, onAttempt) =>
    responsePromise(carryOut(operation, input, options, onAttempt));
}
