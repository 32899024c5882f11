import type { PartnerRatingError } from './errors/partner-rating-error.ts';

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
 * Is told of every attempt: `debug` of the last one of a call, `warn` of one that is made again.
 * `console` is one.
 *
 * @example
 * const logger: Logger = {
 *   debug: (message, entry) => pino.debug(entry, message),
 *   warn: (message, entry) => pino.warn(entry, message),
 * };
 */
export interface Logger {
  debug(message: string, entry: LogEntry): void;
  warn(message: string, entry: LogEntry): void;
}

/** What tells the logger of an attempt that begins now, once it is over. */
export function startLog(logger: Logger, operation: string, attempt: number) {
  const startedAt = performance.now();
  return (response?: Response, error?: PartnerRatingError, retryInMs?: number): void => {
    const words = `${operation} ${error ? `failed: ${error.code}` : 'was answered'}`;
    logger[retryInMs === undefined ? 'debug' : 'warn'](words, {
      operation,
      attempt,
      durationMs: performance.now() - startedAt,
      statusCode: response?.status,
      requestId: response?.headers.get('x-request-id') ?? undefined,
      code: error?.code,
      retryInMs,
    });
  };
}
