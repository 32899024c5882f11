import { deprecationNotice } from './deprecation.ts';
import type { OnAttempt } from './transport.ts';

/**
 * One attempt of a call. No credential, no address and no body is in it.
 *
 * @example
 * const entry: LogEntry = { operation: 'usage.get', attempt: 1, durationMs: 12, statusCode: 200 };
 */
export interface LogEntry {
  /** The operation, such as `members.get`. */
  operation: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Milliseconds until the attempt was over. */
  durationMs: number;
  /** The HTTP status; left out where there was no answer. */
  statusCode?: number | undefined;
  /** What the service calls the request. */
  requestId?: string | undefined;
  /** Why it failed; left out where it did not. */
  code?: string | undefined;
  /** Milliseconds until the next attempt; left out where there is none. */
  retryInMs?: number | undefined;
}

/**
 * Is told of every attempt: `debug` of the last one of a call, `warn` of one that is made again, and
 * of an operation that is deprecated, once. `console` is one.
 *
 * @example
 * const logger: Logger = {
 *   debug: () => undefined,
 *   warn: (message, { operation, retryInMs }) => report(message, { operation, retryInMs }),
 * };
 */
export interface Logger {
  /** The last attempt of a call, be it answered or not; none where your `signal` ended it. */
  debug(message: string, entry: LogEntry): void;
  /** An attempt that failed and is made again, and once an operation that is deprecated. */
  warn(message: string, entry: LogEntry): void;
}

/**
 * What is told of each attempt of a call that begins now, once the attempt is over: the logger of all
 * of them, and it or else the console where an operation is going to be removed.
 */
export function startLog(logger: Logger | undefined, operation: string): OnAttempt {
  let attempt = 0;
  let startedAt = Date.now();
  return (response, error, retryInMs) => {
    attempt += 1;
    const notice = deprecationNotice(operation, response);
    if (!logger && !notice) return;
    const now = Date.now();
    const entry: LogEntry = {
      operation,
      attempt,
      durationMs: now - startedAt,
      statusCode: response?.status,
      requestId: response?.headers.get('x-request-id') ?? undefined,
      code: error?.code,
      retryInMs,
    };
    if (notice) (logger ?? console).warn(notice, entry);
    const words = `${operation}: ${error?.code ?? 'answered'}`;
    logger?.[retryInMs === undefined ? 'debug' : 'warn'](words, entry);
    startedAt = now + (retryInMs ?? 0);
  };
}
