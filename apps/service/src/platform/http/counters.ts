import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';

/** How long a window is; it begins with somebody's first request after the one before. */
export const WINDOW_SECONDS = 60;

/** What was counted of somebody in the running window. */
export interface Count {
  requests: number;
  /** Whole seconds until the window is over. */
  resetSeconds: number;
}

/** Counts one request of somebody. It never fails. */
export type Counter = (who: string) => Promise<Count>;

/** Where requests are counted: in this process, or in a store that all instances share. */
export interface Counters {
  /** A counter of its own for each name. */
  counter: (name: string) => Counter;
  close: () => Promise<void>;
}

/** What every limiter is made with: it only counts, and its caller decides what is too much. */
export const countingOptions = { points: Number.MAX_SAFE_INTEGER, duration: WINDOW_SECONDS };

/** Counts in this process alone. */
export function countInMemory(): Counters {
  return {
    counter: (keyPrefix) => {
      const limiter = new RateLimiterMemory({ ...countingOptions, keyPrefix });
      return async (who) => await countWith(limiter, who);
    },
    close: async () => {},
  };
}

export async function countWith(limiter: RateLimiterAbstract, who: string): Promise<Count> {
  const { consumedPoints, msBeforeNext } = await limiter.consume(who);
  return {
    requests: consumedPoints,
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
  };
}
