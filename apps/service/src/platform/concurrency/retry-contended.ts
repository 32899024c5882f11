/** Thrown inside a transaction to have it run again: what it read is no longer so. */
export class ContendedError extends Error {
  override name = 'ContendedError';
}

// Each attempt waits for the transactions in its way, so a second one nearly always succeeds. The
// bound keeps a fault that looks like contention from running for ever.
const MAXIMUM_ATTEMPTS = 5;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

/** Runs a transaction, and runs it again where another one got in its way. */
export async function retryContended<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      if (attempt === MAXIMUM_ATTEMPTS || !isContention(error)) throw error;
    }
  }
}

function isContention(error: unknown): boolean {
  if (error instanceof ContendedError) return true;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}
