import { deprecationNotice } from './deprecation.ts';
import type { OnAttempt } from './transport-settings.ts';

/**
 * The log entry of one attempt. It holds no credential, no URL and no body.
 *
 * @example
 * const entry: LogEntry = { operation: 'usage.get', attempt: 1, durationMs: 12, statusCode: 200 };
 */
export interface LogEntry {
  /** The operation, such as `members.get`. */
  operation: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** How long the attempt took, in milliseconds. */
  durationMs: number;
  /** The HTTP status, if there was an answer. */
  statusCode?: number | undefined;
  /** The id that the service gave the request. */
  requestId?: string | undefined;
  /** The error code, if the attempt failed. */
  code?: string | undefined;
  /** Milliseconds until the retry, if there is one. */
  retryInMs?: number | undefined;
}

/**
 * Logs every attempt: the last one of a call by `debug`, one that is retried by `warn`. A deprecated
 * operation is logged once by `warn`. `console` fits.
 *
 * @example
 * const logger: Logger = {
 *   debug: () => undefined,
 *   warn: (message, { operation, retryInMs }) => report(message, { operation, retryInMs }),
 * };
 */
export interface Logger {
  /** The last attempt of a call, answered or failed; not where your `signal` aborted it. */
  debug(message: string, entry: LogEntry): void;
  /** An attempt that failed and is retried; and a deprecated operation, once. */
  warn(message: string, entry: LogEntry): void;
}

/** Starts the log of one call. */
export function startLog(logger: Logger): OnAttempt {
  let attempt = 0;
  let startedAt = Date.now();
  return (operation, response, error, retryInMs) => {
    attempt += 1;
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
    const notice = deprecationNotice(operation, response);
    if (notice) logger.warn(notice, entry);
    const message = `${operation}: ${error?.code ?? 'answered'}`;
    logger[retryInMs === undefined ? 'debug' : 'warn'](message, entry);
    startedAt = now + (retryInMs ?? 0);
  };
}

/** The log of a client without a logger: the notice of a deprecation alone, on the console. */
export const warnOfDeprecation: OnAttempt = (operation, response) => {
  const notice = deprecationNotice(operation, response);
  // biome-ignore lint/suspicious/noConsole: without a logger nobody else would see it.
  if (notice) console.warn(notice);
};
