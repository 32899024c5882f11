import { type AttemptEnd, attemptError } from './attempt-error.ts';
import type { PartnerRatingError } from './errors/partner-rating-error.ts';
import type { Input, Operation, OperationData } from './operation.ts';
import { readJson } from './read-json.ts';
import {
  type ConditionalRequestOptions,
  headerFields,
  type IdempotentRequestOptions,
} from './request-options.ts';
import { requestUrl } from './request-url.ts';
import type { WithResponse } from './response-promise.ts';
import { retryDelayMs } from './retry.ts';
import type { EndWait, Fetch, OnAttempt, Timers, TransportSettings } from './transport-settings.ts';

/** One call of an operation, which is attempted, and retried until its deadline. */
export class Call<Data extends OperationData, Result> {
  readonly #settings: TransportSettings;
  readonly #operation: Operation<Data, Result>;
  readonly #url: string;
  readonly init: RequestInit & { headers: Record<string, string> };
  readonly #isRepeatable: unknown;
  readonly #maxRetries: number;
  readonly #onAttempt: OnAttempt | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #timeoutMs: number;
  readonly #attemptTimeoutMs: number;
  readonly #endsAt: number;
  readonly #timers: Timers;
  #retried = 0;
  #timer: unknown;
  #endWait: EndWait | undefined;

  constructor(
    settings: TransportSettings,
    operation: Operation<Data, Result>,
    input: Input<Data>,
    options: IdempotentRequestOptions & ConditionalRequestOptions,
  ) {
    const { method = 'GET', path, safe } = operation;
    this.#settings = settings;
    this.#operation = operation;
    this.#timers = settings.timers ?? (globalThis as Timers);
    this.#onAttempt = settings.startCall?.(options);
    this.#signal = options.signal;
    this.#maxRetries = options.maxRetries ?? settings.maxRetries ?? 2;
    this.#timeoutMs = options.timeoutMs ?? settings.timeoutMs ?? 30_000;
    // The default leaves time for a retry after an attempt that hangs.
    this.#attemptTimeoutMs =
      options.attemptTimeoutMs ?? settings.attemptTimeoutMs ?? this.#timeoutMs / 2;
    this.#endsAt = performance.now() + this.#timeoutMs;
    const address = settings.baseUrl + (operation.fillPath?.(path, input.path) ?? path);
    this.#url = requestUrl(address, input.query);
    const headers: Record<string, string> = {
      ...settings.headers,
      ...(options.headers && headerFields(options.headers)),
      accept: 'application/json, application/problem+json',
      ...settings.credential,
    };
    // A redirect is not followed, because the credential must not travel to another host.
    this.init = { method, headers, redirect: 'manual' };
    // Without an idempotency key, a retry could repeat a write whose answer was lost.
    this.#isRepeatable =
      operation.write?.(this.init, input.body, options, safe ? 0 : this.#maxRetries, operation) ||
      method === 'GET' ||
      safe;
  }

  /** Authorizes the call if necessary, and sends it. */
  start(): Promise<WithResponse<Result>> {
    return this.#settings.authorize
      ? this.#settings.authorize(this).then(
          () => this.#attempt(),
          (reason) => this.#fail(reason),
        )
      : this.#attempt();
  }

  /** Sends the request once and reads the response. Stops waiting at the timeout, even if `fetch` ignores its signal. */
  #attempt(): Promise<WithResponse<Result>> {
    const controller = new AbortController();
    let response: Response | undefined;
    this.init.signal = controller.signal;

    const finish = (
      end: AttemptEnd,
      data?: unknown,
    ): WithResponse<Result> | Promise<WithResponse<Result>> => {
      this.#stop();
      // Without a reason, because Node would empty the stack of an error that is passed as the reason.
      if (end && typeof end !== 'object') controller.abort();
      if (!response?.ok || (Object(data) !== data && response.status !== 204)) {
        return this.#retry(this.#error(end, response, data));
      }
      this.#onAttempt?.(this.#operation.id, response);
      return { data: data as Result, response };
    };

    // The last attempt may use all the time that is left.
    const isLast = !this.#isRepeatable || this.#retried >= this.#maxRetries;
    return this.wait(isLast ? Infinity : this.#attemptTimeoutMs, () =>
      // The global `fetch` is read at the call, because tests and tracers replace it later.
      (this.#settings.fetch ?? (fetch as Fetch))(this.#url, this.init, this.#operation.id).then(
        (received) => {
          response = received;
          // The body of an error is read from a clone, so that the caller can still read it.
          return readJson(received.ok ? received : received.clone());
        },
      ),
    ).then((data) => finish(undefined, data), finish);
  }

  /** Waits and sends the request again. Rejects with the error if a retry would not help. */
  async #retry(error: PartnerRatingError): Promise<WithResponse<Result>> {
    // A call that the caller aborted is not logged.
    if (this.#signal?.aborted) throw error;
    const delayMs = retryDelayMs(error, this.#retried, this.#isRepeatable);
    // If the deadline comes before the retry, reject with this error, which says more than a timeout.
    const isLast = this.#retried >= this.#maxRetries || performance.now() + delayMs >= this.#endsAt;
    this.#onAttempt?.(this.#operation.id, error.response, error, isLast ? undefined : delayMs);
    try {
      if (error.statusCode !== 401 || !(await this.#settings.authorize?.(this, error))) {
        if (isLast) throw error;
        // A write that is still in progress has not failed, so the call waits for it until the deadline.
        if (error.code !== 'idempotency_in_progress') this.#retried += 1;
        await this.wait(delayMs);
      }
    } catch (reason) {
      this.#fail(reason);
    }
    return this.#attempt();
  }

  /**
   * With `work`, resolves with its result; without, resolves after `ms` milliseconds. Rejects if something else comes
   * first: the end of `ms`, the deadline of the call, an abort by the caller, or the close of the client.
   */
  wait<Work>(ms: number, work?: () => Promise<Work>): Promise<Work> {
    return new Promise((resolve, reject) => {
      this.#stop();
      this.#endWait = reject;
      if (this.#signal?.aborted) return this.handleEvent();
      this.#signal?.addEventListener('abort', this);
      const leftMs = this.#endsAt - performance.now();
      this.#timer = this.#timers.setTimeout(
        work ? reject : (resolve as unknown as EndWait),
        // A longer timer overflows and fires at once.
        Math.min(ms, leftMs, 2 ** 31 - 1),
        work && (ms < leftMs ? ms : this.#timeoutMs),
      );
      work?.().then(resolve, reject);
    });
  }

  /** Ends the wait when the caller aborts the signal. */
  handleEvent(): void {
    this.#endWait?.(
      () =>
        // The polyfill of React Native gives no reason.
        this.#signal?.reason ??
        Object.assign(new Error('The call was aborted.'), { name: 'AbortError' }),
    );
  }

  #stop(): void {
    this.#timers.clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this);
  }

  /** Ends the call with the error of the reason. */
  #fail(reason: unknown): never {
    this.#stop();
    throw typeof reason === 'object' ? reason : this.#error(reason as AttemptEnd);
  }

  #error(end: AttemptEnd, response?: Response, data?: unknown): PartnerRatingError {
    return attemptError(this.#operation, this.#settings.baseUrl, end, response, data);
  }
}
