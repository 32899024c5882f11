import type { OnAttempt } from './transport-settings.ts';

const warned = new Set<string>();

/**
 * The log entry of one attempt. It contains no credential, no URL, and no body.
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
  /** The HTTP status, if there was a response. */
  statusCode?: number | undefined;
  /** The id that the service gave the request. */
  requestId?: string | undefined;
  /** The error code, if the attempt failed. */
  code?: string | undefined;
  /** Milliseconds until the retry, if there is one. */
  retryInMs?: number | undefined;
}

/**
 * Logs every attempt: the last attempt of a call with `debug`, and earlier attempts with `warn`. Logs a deprecated
 * operation once with `warn`. You can pass `console`.
 *
 * @example
 * const logger: Logger = {
 *   debug: () => undefined,
 *   warn: (message, { operation, retryInMs }) => report(message, { operation, retryInMs }),
 * };
 */
export interface Logger {
  /** Logs the last attempt of a call, unless your `signal` aborted it. */
  debug(message: string, entry: LogEntry): void;
  /** Logs an attempt that is retried, and once each deprecated operation. */
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

/** The log of a client without a logger, which only writes warnings about deprecated operations to the console. */
export const warnOfDeprecation: OnAttempt = (operation, response) => {
  const notice = deprecationNotice(operation, response);
  // biome-ignore lint/suspicious/noConsole: without a logger, nobody would see the warning.
  if (notice) console.warn(notice);
};

/**
 * Returns the warning for a response with `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), once per operation
 * and process.
 */
function deprecationNotice(operation: string, response?: Response): string | undefined {
  // The `fetch` of a test may return responses without headers.
  if (!response?.headers?.get('deprecation') || warned.has(operation)) return undefined;
  warned.add(operation);
  return `${operation}, or a part of it, is deprecated; Sunset: ${response.headers.get('sunset')}.`;
}
