/**
 * The database cannot be reached. Its code is PostgreSQL's connection_failure, by which whoever
 * answers knows an outage from a fault.
 */
class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError';
  readonly code = '08006';
}

/** That the database was asked and said nothing. */
export function databaseSilence(): DatabaseUnreachableError {
  return new DatabaseUnreachableError('The database does not answer.');
}

// What the driver says of a connection that is gone, without a code.
const lost =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|timeout (?:expired|exceeded))/;

/** The error, as one that tells an outage where the driver's words alone do. */
export function asUnreachable(error: unknown): unknown {
  return error instanceof Error && !('code' in error) && lost.test(error.message)
    ? new DatabaseUnreachableError(error.message, { cause: error })
    : error;
}
