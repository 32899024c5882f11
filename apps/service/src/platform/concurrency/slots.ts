import pLimit from 'p-limit';
import { yieldToEventLoop } from './batch-loader.ts';

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

/** Its code is PostgreSQL's insufficient_resources, by which an error handler distinguishes an outage from a bug. */
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

interface KeyedMutex {
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

/**
 * Single-flight: calls with the same key in the same iteration of the event loop share one look-up.
 * It begins after all of them were made, so a key that was revoked is refused to the very next
 * request.
 */
export function createSingleFlight<Value>(
  lookUp: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const inFlight = new Map<string, Promise<Value>>();

  async function lookUpNext(key: string): Promise<Value> {
    await yieldToEventLoop();
    inFlight.delete(key);
    return await lookUp(key);
  }

  return (key) => {
    const shared = inFlight.get(key) ?? lookUpNext(key);
    inFlight.set(key, shared);
    return shared;
  };
}

/**
 * Shares one look-up among all who ask while it runs, and its result, or its failure, for a time after it ended.
 */
export function cacheResult<Value>(
  milliseconds: number,
  lookUp: () => Promise<Value>,
): () => Promise<Value> {
  let shared: Promise<Value> | null = null;
  let endedAt = Number.POSITIVE_INFINITY;

  async function lookUpOnce(): Promise<Value> {
    endedAt = Number.POSITIVE_INFINITY;
    try {
      return await lookUp();
    } finally {
      endedAt = performance.now();
    }
  }

  return () => {
    if (shared === null || performance.now() - endedAt >= milliseconds) shared = lookUpOnce();
    return shared;
  };
}
