import { isUnreachable } from '@partner-rating/server';

/**
 * The database cannot be reached. The code is PostgreSQL's connection_failure, by which error handlers recognize an outage.
 */
class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError';
  readonly code = '08006';
}

export function databaseTimeout(): DatabaseUnreachableError {
  return new DatabaseUnreachableError('The database does not answer.');
}

// The messages of the driver for a lost connection, which have no code.
const lost =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|timeout (?:expired|exceeded))/;

/** Converts an error of the driver that means an outage. Returns any other error unchanged. */
export function asUnreachable(error: unknown): unknown {
  return error instanceof Error && (isLost(error) || isRecoveryConflict(error))
    ? new DatabaseUnreachableError(error.message, { cause: error })
    : error;
}

/** Converts any failed connection into an outage, also if the server refuses the role. */
export function asConnectionFailure(error: unknown): unknown {
  return isUnreachable(error) || !(error instanceof Error)
    ? error
    : new DatabaseUnreachableError(error.message, { cause: error });
}

function isLost(error: Error): boolean {
  return !('code' in error) && lost.test(error.message);
}

/**
 * Whether a standby canceled a statement because the primary removed the rows that it reads. Only the function that raised
 * the error shows it: the code is that of a serialization failure, and the message may be translated.
 */
function isRecoveryConflict(error: Error & { code?: unknown; routine?: unknown }): boolean {
  const { code, routine } = error;
  return (
    (code === '40001' || code === '40P01') &&
    typeof routine === 'string' &&
    /^ProcessInterrupts$|RecoveryConflict/.test(routine)
  );
}

/** Whether PostgreSQL refused to write: on a standby, or with `default_transaction_read_only`. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25006';
}

/** Whether PostgreSQL could not write because its disk is full. It still answers reads. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53100';
}

/** A log of failures. */
export interface FailureLog {
  debug: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
}

/**
 * Logs a failure. During an outage everything fails, and the circuit breaker logs that once, so each failure has only the
 * level debug.
 */
export function logFailure(
  log: FailureLog,
  facts: { err: unknown; deliveryId?: string },
  message: string,
): void {
  if (isUnreachable(facts.err)) log.debug(facts, message);
  else log.error(facts, message);
}
