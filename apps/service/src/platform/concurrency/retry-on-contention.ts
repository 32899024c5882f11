/** Thrown inside a transaction to have it retried: what it read has changed since. */
export class ContentionError extends Error {
  override name = 'ContentionError';
}

// Each attempt waits for the transactions in its way, so a second one nearly always succeeds. The
// maximum keeps a fault that looks like contention from running forever.
const MAX_ATTEMPTS = 5;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

/** Runs a transaction, and retries it where another one conflicted with it. */
export async function retryOnContention<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isContention(error)) throw error;
    }
  }
}

function isContention(error: unknown): boolean {
  if (error instanceof ContentionError) return true;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}
