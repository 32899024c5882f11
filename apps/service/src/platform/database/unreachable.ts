/**
 * The database cannot be reached. Its code is PostgreSQL's connection_failure, by which an error
 * handler distinguishes an outage from a fault.
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

/** The error, as one of an outage where only the text of the driver says so. */
export function asUnreachable(error: unknown): unknown {
  return error instanceof Error && !('code' in error) && lost.test(error.message)
    ? new DatabaseUnreachableError(error.message, { cause: error })
    : error;
}
