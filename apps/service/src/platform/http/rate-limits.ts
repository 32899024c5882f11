import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';

/** The count of somebody in the current window, and the limit. */
export interface RateLimitUsage extends Count {
  /** The name of the limit in the header fields. */
  policy: string;
  /** Null if the operator turned the limit off. */
  limit: number | null;
  exceeded: boolean;
}

/** Counts one or more requests of somebody. `ownLimit` overrides the limit. */
export type RateLimit = (
  who: string,
  ownLimit?: number,
  requests?: number,
) => Promise<RateLimitUsage>;

interface RateLimitOptions {
  policy: string;
  /** Requests in a window for each name. 0 turns the limit off. */
  limit: number;
  counters: Counters;
  windowSeconds?: number;
}

export function createRateLimit({
  policy,
  limit,
  counters,
  windowSeconds,
}: RateLimitOptions): RateLimit {
  const count = counters.counter(policy, windowSeconds);
  // A limit that is off refuses nothing, so it needs no shared store. usage.get returns what this instance counted.
  const countHere = countInMemory().counter(policy);
  return async (who, ownLimit = limit, requests = 1) => {
    if (ownLimit === 0) {
      return { ...(await countHere(who, requests)), policy, limit: null, exceeded: false };
    }
    const counted = await count(who, requests);
    return { ...counted, policy, limit: ownLimit, exceeded: counted.requests > ownLimit };
  };
}

/** Returns how many requests are left. Null without a limit. */
export function remainingOf({ limit, requests }: RateLimitUsage): number | null {
  return limit === null ? null : Math.max(0, limit - requests);
}

/** Returns the two header fields of draft-ietf-httpapi-ratelimit-headers. None without a limit. */
export function rateLimitHeaders(usage: RateLimitUsage): Record<string, string> {
  const { policy, limit, resetSeconds } = usage;
  if (limit === null) return {};
  return {
    'ratelimit-policy': `"${policy}";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"${policy}";r=${remainingOf(usage)};t=${resetSeconds}`,
  };
}

/** The length of a window. It begins with the first request after the previous window. */
export const WINDOW_SECONDS = 60;

/** The count of somebody in the current window. */
interface Count {
  requests: number;
  /** Whole seconds until the window ends. */
  resetSeconds: number;
}

/** Counts one or more requests of somebody, and never fails. With 0 requests, only reads the count. */
type Counter = (who: string, requests?: number) => Promise<Count>;

/** Counts requests in this process, or in a store that all instances share. */
export interface Counters {
  /** Returns a separate counter for each name. */
  counter: (name: string, windowSeconds?: number) => Counter;
  close: () => Promise<void>;
}

/** Returns the options of each limiter. The limiter only counts: its caller decides which count is too high. */
export function countingOptions(windowSeconds = WINDOW_SECONDS) {
  return { points: Number.MAX_SAFE_INTEGER, duration: windowSeconds };
}

/** Counts only in this process. */
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
