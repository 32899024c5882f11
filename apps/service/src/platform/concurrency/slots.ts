import pLimit from 'p-limit';

// Each that waits is a request with its body. More of them would take memory, and wait for longer than
// their callers do.
export const MAX_WAITING = 1_000;

/** A semaphore at which only so many may wait. */
export interface Slots {
  /**
   * Runs work in a slot.
   * @throws TooManyWaitingError where too many wait already; it is answered with 503.
   */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  isIdle: () => boolean;
}

/** Its code is PostgreSQL's insufficient_resources, by which an error handler distinguishes an outage from a fault. */
class TooManyWaitingError extends Error {
  override name = 'TooManyWaitingError';
  readonly code = '53000';
}

export function createSlots(concurrent: number): Slots {
  const limit = pLimit(concurrent);
  const count = () => limit.activeCount + limit.pendingCount;
  return {
    run: async (work) => {
      if (count() >= concurrent + MAX_WAITING) {
        throw new TooManyWaitingError(`${MAX_WAITING} requests wait for a slot already.`);
      }
      return await limit(work);
    },
    isIdle: () => count() === 0,
  };
}
