import { type AttemptEnd, attemptError } from './attempt-error.ts';
import type { PartnerRatingError } from './errors/partner-rating-error.ts';
import { headerFields } from './header-fields.ts';
import type { Input, Operation, OperationData } from './operation.ts';
import { readJson } from './read-json.ts';
import type { ConditionalRequestOptions, IdempotentRequestOptions } from './request-options.ts';
import { requestUrl } from './request-url.ts';
import type { ResponsePromise } from './response-promise.ts';
import { retryDelayMs } from './retry.ts';
import type { EndWait, Fetch, Timers, Transport, TransportSettings } from './transport-settings.ts';

/** What is waited for: it calls `resolve` or rejects. */
type Work = (
  resolve: (outcome?: unknown) => void,
  reject: (reason: unknown) => void,
) => Promise<unknown>;

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
  startCall,
}: TransportSettings): Transport {
  return <Data extends OperationData, Result>(
    operation: Operation<Data, Result>,
    input: Input<Data> = {},
    options: IdempotentRequestOptions & ConditionalRequestOptions = {},
  ): ResponsePromise<Result> => {
    let finalResponse: Response;
    let call: Promise<Result> & Partial<ResponsePromise<Result>>;
    try {
      const { method = 'GET', path } = operation;
      const {
        signal,
        timeoutMs = defaultTimeoutMs,
        // By default there is time for an attempt after one that hangs.
        attemptTimeoutMs = defaultAttemptTimeoutMs ?? timeoutMs / 2,
        maxRetries = defaultMaxRetries,
      } = options;
      const onAttempt = startCall?.(options);
      const url = requestUrl(
        baseUrl + (operation.fillPath?.(path, input.path) ?? path),
        input.query,
      );
      const headers: Record<string, string> = {
        ...defaultHeaders,
        ...(options.headers && headerFields(options.headers)),
        accept: 'application/json, application/problem+json',
        ...credential,
      };
      // A redirect is not followed: the credential must not travel to another host.
      const init: RequestInit = { method, headers, redirect: 'manual', signal: null };
      // Without an idempotency key, a retry could repeat a write whose answer was lost. What is safe to repeat needs none.
      const isRepeatable =
        operation.write?.(
          init as RequestInit & { headers: typeof headers },
          input.body,
          options,
          operation.safe ? 0 : maxRetries,
          operation,
        ) ||
        method === 'GET' ||
        operation.safe;
      const end = performance.now() + timeoutMs;
      let retried = 0;
      let timer: unknown;
      let giveUp: EndWait;
      const onAbort =
        signal &&
        (() =>
          giveUp(
            () =>
              // The polyfill of React Native gives no reason.
              signal.reason ??
              Object.assign(new Error('The call was aborted.'), { name: 'AbortError' }),
          ));

      const stopWaiting = (): void => {
        timers.clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort as () => void);
      };

      /** Waits for the work, at most until the end of the call. Without work that is a pause. */
      const waitFor = (ms: number, work?: Work): Promise<unknown> =>
        new Promise((resolve, reject) => {
          const leftMs = timer ? end - performance.now() : timeoutMs;
          if (timer) stopWaiting();
          giveUp = reject;
          if (signal?.aborted) return onAbort?.();
          signal?.addEventListener('abort', onAbort as () => void);
          timer = timers.setTimeout(
            work ? reject : (resolve as EndWait),
            // A longer timer overflows and fires at once.
            Math.min(ms, leftMs, 2 ** 31 - 1),
            work && (ms < leftMs ? ms : timeoutMs),
          );
          work?.(resolve, reject).catch(reject);
        });

      const attempt = (): Promise<Result> => {
        const controller = new AbortController();
        let response: Response | undefined;
        let answer: unknown;
        const settled = (reason?: AttemptEnd): Result | Promise<Result> => {
          // Without the error as its reason, since Node would empty the stack of that.
          if (reason && typeof reason !== 'object') controller.abort();
          if (!response?.ok || (Object(answer) !== answer && response.status !== 204)) {
            return failed(attemptError(operation, baseUrl, reason, response, answer));
          }
          stopWaiting();
          onAttempt?.(operation.id, response);
          finalResponse = response;
          return answer as Result;
        };
        init.signal = controller.signal;
        // The last attempt has what is left of the call; so has one that would end after the call.
        const ms = isRepeatable && retried < maxRetries ? attemptTimeoutMs : timeoutMs;
        return waitFor(ms, (resolve, reject) =>
          // Read at the call, since tests and tracers replace it later.
          (customFetch ?? (fetch as Fetch))(url, init, operation.id).then((received) => {
            response = received;
            // For an error a clone is read, so that the caller can still read the body.
            readJson(received.ok ? received : received.clone()).then((json) => {
              answer = json;
              resolve();
            }, reject);
          }),
        ).then(settled as () => Result, settled);
      };

      const failed = async (error: PartnerRatingError): Promise<Result> => {
        // A call that the caller aborted is not logged.
        if (signal?.aborted) {
          stopWaiting();
          throw error;
        }
        try {
          const delayMs = retryDelayMs(error, retried, isRepeatable);
          // If the deadline comes before the retry, this error says more than a timeout.
          const isLast = retried >= maxRetries || performance.now() + delayMs >= end;
          onAttempt?.(operation.id, error.response, error, isLast ? undefined : delayMs);
          if (
            error.statusCode !== 401 ||
            !authorize ||
            !(await waitFor(timeoutMs, (resolve) => authorize(headers, error).then(resolve)))
          ) {
            if (isLast) throw error;
            // A write that is still in progress has not failed: it is waited for until the deadline.
            if (error.code !== 'idempotency_in_progress') retried += 1;
            await waitFor(delayMs);
          }
        } catch (reason) {
          fail(reason);
        }
        return attempt();
      };

      const fail = (reason: unknown): never => {
        stopWaiting();
        throw typeof reason === 'object'
          ? reason
          : attemptError(operation, baseUrl, reason as AttemptEnd);
      };

      call = authorize
        ? waitFor(timeoutMs, (resolve) => authorize(headers).then(resolve)).then(attempt, fail)
        : attempt();
    } catch (error) {
      call = Promise.reject(error);
    }
    call.withResponse = () => call.then((data) => ({ data, response: finalResponse }));
    return call as ResponsePromise<Result>;
  };
}
