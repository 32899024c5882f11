import type { Operation } from '../schema/operation-table.ts';
import type { OAuthError } from './oauth-error.ts';
import { ProblemError } from './problem-error.ts';
import { isUnreachable } from './thrown-error.ts';

/** The part of a logger that failures need. */
interface FailureLogger {
  debug(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Logs an error that is a failure of the server, with its cause. */
export function logFailure(error: ProblemError | OAuthError, log: FailureLogger): void {
  const reason = error.cause ?? error;
  // In an outage, every request fails, and a line for each would hide the line that reports the outage.
  if (isUnreachable(reason)) log.debug({ err: reason }, 'request failed');
  else if (error.status >= 500) log.error({ err: reason }, 'request failed');
}

/** Returns the error of a body that is larger than its operation allows. */
export function withBodyLimit(
  error: ProblemError | OAuthError,
  operation: Operation | null,
): ProblemError | OAuthError {
  if (error.code !== 'body_too_large' || operation === null || error.cause === undefined) {
    return error;
  }
  return bodyTooLarge(operation, error.cause);
}

export function bodyTooLarge({ bodyLimit }: Operation, cause?: unknown): ProblemError {
  const detail = `The body is larger than ${bodyLimit} bytes. Send less at once.`;
  return new ProblemError('body_too_large', { detail, cause });
}
