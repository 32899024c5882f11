import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';

/** How long a window is; it begins with somebody's first request after the one before. */
export const WINDOW_SECONDS = 60;

/** What was counted of somebody in the running window. */
export interface Count {
  requests: number;
  /** Whole seconds until the window is over. */
  resetSeconds: number;
}

/** Counts a request of somebody, or as many as are given; 0 reads the count. It never fails. */
export type Counter = (who: string, requests?: number) => Promise<Count>;

/** Where requests are counted: in this process, or in a store that all instances share. */
export interface Counters {
  /** A counter of its own for each name. */
  counter: (name: string, windowSeconds?: number) => Counter;
  close: () => Promise<void>;
}

/** What every limiter is made with: it only counts, and its caller decides what is too much. */
export function countingOptions(windowSeconds = WINDOW_SECONDS) {
  return { points: Number.MAX_SAFE_INTEGER, duration: windowSeconds };
}

/** Counts in this process alone. */
export function countInMemory(): Counters {
  return {
    counter: (keyPrefix, windowSeconds) => {
      const limiter = new RateLimiterMemory({ ...countingOptions(windowSeconds), keyPrefix });
      return async (who, requests) => await countWith(limiter, who, requests);
    },
    close: async () => {},
  };
}

export async function countWith(
  limiter: RateLimiterAbstract,
  who: string,
  requests = 1,
): Promise<Count> {
  const { consumedPoints, msBeforeNext } = await limiter.consume(who, requests);
  return {
    requests: consumedPoints,
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
  };
}
