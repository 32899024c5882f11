import { isUnreachable } from '@partner-rating/server';

/**
 * The database cannot be reached. Its code is PostgreSQL's connection_failure, by which an error
 * handler distinguishes an outage from a bug.
 */
class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError';
  readonly code = '08006';
}

/** The database did not answer in time. */
export function databaseTimeout(): DatabaseUnreachableError {
  return new DatabaseUnreachableError('The database does not answer.');
}

// What the driver says of a connection that is gone, without a code.
const lost =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|timeout (?:expired|exceeded))/;

/** The error, as one of an outage where only the text of the driver, or where it was raised, says so. */
export function asUnreachable(error: unknown): unknown {
  return error instanceof Error && (isLost(error) || isRecoveryConflict(error))
    ? new DatabaseUnreachableError(error.message, { cause: error })
    : error;
}

/** What prevented a connection, as an outage: a server that is gone, or refuses the role, serves nobody. */
export function asConnectionFailure(error: unknown): unknown {
  return isUnreachable(error) || !(error instanceof Error)
    ? error
    : new DatabaseUnreachableError(error.message, { cause: error });
}

function isLost(error: Error): boolean {
  return !('code' in error) && lost.test(error.message);
}

/**
 * Whether a standby canceled a statement because the primary removed the rows that it reads. The code is that of
 * a serialization failure, and the message may be translated; the function that raised it is neither.
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

/** What failures are logged to. */
export interface FailureLog {
  debug: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
}

/**
 * Logs that something failed. An outage fails everything alike, and the circuit breaker
 * logs it once: the line of each failure is of the level debug.
 */
export function logFailure(
  log: FailureLog,
  facts: { err: unknown; deliveryId?: string },
  message: string,
): void {
  if (isUnreachable(facts.err)) log.debug(facts, message);
  else log.error(facts, message);
}
