import pLimit from 'p-limit';
import { yieldToEventLoop } from './batch-loader.ts';

// Each waiting request holds its body in memory, and callers stop waiting after a while.
export const MAX_WAITING = 1_000;

/** A semaphore with a limited queue. */
export interface Slots {
  /**
   * Runs work in a slot.
   * @throws TooManyWaitingError if too many wait already. It is answered with 503.
   */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  isIdle: () => boolean;
}

/** Has the code of PostgreSQL's insufficient_resources, which error handlers treat as an outage and not as a bug. */
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
   * @throws TooManyWaitingError if too much work of the key waits already. It is answered with 503.
   */
  runExclusive: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;
}

/** Creates a mutex for each key: work of the same key runs one at a time. */
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
 * Creates a single-flight: calls with the same key in the same iteration of the event loop share one look-up.
 * The look-up begins after all these calls, so the first request after a key was revoked is refused.
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

/** Shares one look-up among all calls while it runs. Shares its result or failure for a time after it ended. */
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
