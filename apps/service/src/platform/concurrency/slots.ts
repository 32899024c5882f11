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

export interface KeyedMutex {
  /**
   * Runs work once all earlier work of the same key has ended.
   * @throws TooManyWaitingError where too much waits for the key already; it is answered with 503.
   */
  runExclusive: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;
}

/** A mutex for each key: what has the same key runs one at a time. It keeps only the keys that are in use. */
export function createKeyedMutex(): KeyedMutex {
  const slotsOf = new Map<string, Slots>();
  return {
    runExclusive: async (key, work) => {
      const slots = slotsOf.get(key) ?? createSlots(1);
      slotsOf.set(key, slots);
      try {
        return await slots.run(work);
      } finally {
        if (slots.isIdle()) slotsOf.delete(key);
      }
    },
  };
}
