import { checkedRetries, checkedTimeout, type Settings } from './client-options.ts';
import { type OpenCalls, sleep, withDeadline } from './deadline.ts';
import { ConnectionError } from './errors/connection-error.ts';
import type { PartnerRatingError } from './errors/partner-rating-error.ts';
import { startLog } from './logger.ts';
import type { Input, Operation, OperationData } from './operation.ts';
import { type Exchange, PendingAnswer } from './pending-answer.ts';
import { readAnswer } from './read-answer.ts';
import { requestHeaders } from './request-headers.ts';
import type { IdempotentRequestOptions } from './request-options.ts';
import { requestUrl } from './request-url.ts';
import { retryDelayMs } from './retry.ts';
import { withCredential } from './with-credential.ts';

/** Carries out one operation. Every method of every resource goes through it. */
export type Send = <Data extends OperationData, Answer>(
  operation: Operation<Data, Answer>,
  input: Input<Data>,
  options?: IdempotentRequestOptions,
) => PendingAnswer<Answer>;

/** A call on its way: what is sent, as often as need be, and until when. */
interface Call {
  operationId: string;
  url: string;
  init: RequestInit;
  maxRetries: number;
  /** By the clock of `performance`, which nobody sets. */
  endsAt: number;
  exchange: Exchange;
}

/** The transport: one operation, one answer, within the time allowed. */
export function createSend(settings: Settings, openCalls: OpenCalls): Send {
  const { baseUrl, credential } = settings;
  return <Data extends OperationData, Answer>(
    { id, method, path, idempotent }: Operation<Data, Answer>,
    input: Input<Data>,
    options: IdempotentRequestOptions = {},
  ) => {
    const exchange: Exchange = {};
    return new PendingAnswer<Answer>(exchange, (resolve, reject) => {
      const timeoutMs = checkedTimeout(options.timeoutMs ?? settings.timeoutMs);
      const maxRetries = checkedRetries(options.maxRetries ?? settings.maxRetries);
      const headers = requestHeaders(input.body, options, idempotent);
      // A redirect is not followed: the credential must not travel to another host.
      const init: RequestInit = { method, headers, redirect: 'manual' };
      if (input.body !== undefined) init.body = JSON.stringify(input.body);
      const call: Call = {
        operationId: id,
        url: requestUrl(baseUrl + path, input.path as object | undefined, input.query),
        init,
        // A write without a key would be done twice where only the answer to the first was lost.
        maxRetries: method === 'GET' || headers['idempotency-key'] ? maxRetries : 0,
        endsAt: performance.now() + timeoutMs,
        exchange,
      };
      const work = (signal: AbortSignal) => {
        init.signal = signal;
        const attempts = () => lastAttempt(settings, call, signal) as Promise<Answer>;
        if (typeof credential === 'function') return withCredential(credential, headers, attempts);
        Object.assign(headers, credential);
        return attempts();
      };
      const deadline = { operationId: id, timeoutMs, signal: options.signal, openCalls };
      withDeadline(deadline, work, resolve, reject);
    });
  };
}

/** The answer of the first attempt that succeeds, or the error of the last that is worth making. */
async function lastAttempt(
  { fetch, logger }: Settings,
  call: Call,
  signal: AbortSignal,
): Promise<unknown> {
  const { operationId, url, init, exchange } = call;
  for (let attempt = 1; ; attempt += 1) {
    const told = logger && startLog(logger, operationId, attempt);
    let isAnswered = false;
    try {
      const response = await fetch(url, init);
      isAnswered = true;
      exchange.response = response;
      const answer = await readAnswer(operationId, response);
      told?.(response);
      return answer;
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      const error = isAnswered
        ? (thrown as PartnerRatingError)
        : new ConnectionError(`${operationId} got no answer from ${new URL(url).origin}`, thrown);
      const retryInMs = attempt > call.maxRetries ? undefined : waitBefore(call, attempt, error);
      told?.(error.response, error, retryInMs);
      if (retryInMs === undefined) throw error;
      await sleep(retryInMs, signal);
    }
  }
}

// Where the time would be up meanwhile, what went wrong says more than that it is up.
function waitBefore({ endsAt }: Call, attempt: number, error: unknown): number | undefined {
  const waitMs = retryDelayMs(error, attempt, Math.random);
  return waitMs !== undefined && performance.now() + waitMs < endsAt ? waitMs : undefined;
}
