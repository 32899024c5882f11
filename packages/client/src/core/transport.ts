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

/** What a transport is made of. What is left out has its default, or is not there. */
export interface TransportSettings {
  /** Without a slash at its end. */
  baseUrl: string;
  /** The header field that tells who calls. */
  credential: Readonly<Record<string, string>>;
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  fetch?: Fetch | undefined;
  /** Makes the attempts of a call with a credential in its headers that is had for the call. */
  authorize?: Authorize | undefined;
  openCalls: CallKeeper;
}

/** A call that has no answer yet. */
export interface OpenCall {
  timeoutMs: number;
  /** By the clock of `performance`, which nobody sets. */
  endsAt: number;
  /** Gives it up, because the time is up where no other reason is given. */
  giveUp: (reason?: unknown) => void;
  timer?: ReturnType<typeof setTimeout>;
}

/** Keeps the calls that have no answer yet, and gives each up when its time is up. */
export interface CallKeeper {
  add(call: OpenCall): unknown;
  delete(call: OpenCall): unknown;
}

/** Makes the attempts, as often as need be, with a credential in the headers. */
export type Authorize = <Answer>(
  headers: Record<string, string>,
  attempts: () => Promise<Answer>,
) => Promise<Answer>;

/** Is told when an attempt is over, and in how many milliseconds it is made again, if it is. */
export type OnAttempt = (
  response: Response | undefined,
  error?: PartnerRatingError,
  retryInMs?: number,
) => void;

/** Carries out an operation. */
export type Transport = <Data extends OperationData, Answer>(
  operation: Operation<Data, Answer>,
  input?: Input<Data>,
  options?: IdempotentRequestOptions,
  onAttempt?: OnAttempt,
) => Promise<Answer>;

/** What a platform throws, as far as it is looked at. */
interface Thrown {
  name?: string;
  cause?: { code?: string };
}

/**
 * What every call goes through: one operation, one answer, within the time allowed. Where that is up,
 * the signal is aborted or the client is closed, a call is given up for certain, also where `fetch`
 * does not heed the signal it is handed.
 */
export function createTransport({
  baseUrl,
  credential,
  timeoutMs: usualTimeoutMs = 30_000,
  maxRetries: usualRetries = 2,
  fetch: send = fetch,
  authorize,
  openCalls,
}: TransportSettings): Transport {
  return <Data extends OperationData, Answer>(
    { id, method = 'GET', path, safe, fillPath, write, refusal }: Operation<Data, Answer>,
    input: Input<Data> = {},
    options: IdempotentRequestOptions = {},
    onAttempt?: OnAttempt,
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const {
        signal,
        headers: extra,
        timeoutMs = usualTimeoutMs,
        maxRetries = usualRetries,
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
      // A read needs no key, whatever its method.
      const key = write?.(init, input.body, options, safe ? 0 : maxRetries);
      // A write without a key would be done twice where only the answer to the first was lost.
      const retries = method === 'GET' || safe || key ? maxRetries : 0;
      let pause: ReturnType<typeof setTimeout> | undefined;

      const noAnswer = (why: unknown): string =>
        `${id} failed at ${baseUrl} (${why}). Check the address; redirects are not followed.`;

      const end = (): void => {
        if (pause) clearTimeout(pause);
        openCalls.delete(call);
        signal?.removeEventListener('abort', onAbort);
      };
      const fail = (reason: unknown): void => {
        end();
        reject(reason);
      };
      const giveUp = (
        reason: unknown = new TimeoutError(noAnswer(`no answer in ${timeoutMs} ms`), {
          timeoutMs,
        } as ErrorDetails),
      ): void => {
        fail(reason);
        controller.abort(reason);
      };
      const call: OpenCall = { timeoutMs, endsAt: performance.now() + timeoutMs, giveUp };
      const onAbort = (): void => giveUp(signal?.reason);

      const attempts = async (): Promise<Answer> => {
        for (let retried = 0; ; retried += 1) {
          // Also where a token came too late: a `fetch` that heeds no signal would still send.
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
            return answer as Answer;
          }
          // What the caller gave up is no fault, and not told of.
          signal?.throwIfAborted();
          const error =
            cause instanceof PartnerRatingError
              ? cause
              : response && (!cause || cause.name === 'SyntaxError')
                ? await errorFromResponse(response, noAnswer(response.status), cause, refusal)
                : // Node says "fetch failed" and keeps what happened in the cause.
                  new ConnectionError(noAnswer(cause?.cause?.code ?? cause), { cause });
          const delayMs = retryDelayMs(error, retried);
          // Where the time would be up meanwhile, what went wrong says more than that it is up.
          const isLast =
            controller.signal.aborted ||
            retried >= retries ||
            performance.now() + delayMs >= call.endsAt;
          onAttempt?.(response, error, isLast ? undefined : delayMs);
          if (isLast) throw error;
          await new Promise((resume) => {
            pause = setTimeout(resume, delayMs);
          });
        }
      };

      openCalls.add(call);
      signal?.addEventListener('abort', onAbort);
      const outcome = authorize ? authorize(headers, attempts) : attempts();
      outcome.then((answer) => {
        end();
        resolve(answer);
      }, fail);
    });
}
