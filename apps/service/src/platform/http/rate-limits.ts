import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';

/** Where somebody stands in the running window after a request was counted. */
export interface RateLimitStanding extends Count {
  /** Which limit it is, as the header fields name it. */
  policy: string;
  /** Null where the operator turned the limit off. */
  limit: number | null;
  exceeded: boolean;
}

/**
 * Counts a request of somebody, or as many as are given, against another limit than the usual where they have their
 * own.
 */
export type RateLimit = (
  who: string,
  ownLimit?: number,
  requests?: number,
) => Promise<RateLimitStanding>;

interface RateLimitOptions {
  policy: string;
  /** Requests a minute for each name, or in the window given; 0 is off. */
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
  // Turned off it refuses nobody, so no store is asked; usage.get returns what this instance counted.
  const countHere = countInMemory().counter(policy);
  return async (who, ownLimit = limit, requests = 1) => {
    if (ownLimit === 0) {
      return { ...(await countHere(who, requests)), policy, limit: null, exceeded: false };
    }
    const counted = await count(who, requests);
    return { ...counted, policy, limit: ownLimit, exceeded: counted.requests > ownLimit };
  };
}

/** What is left of a limit; null where there is none. */
export function remainingOf({ limit, requests }: RateLimitStanding): number | null {
  return limit === null ? null : Math.max(0, limit - requests);
}

/** The two header fields of draft-ietf-httpapi-ratelimit-headers; none where there is no limit. */
export function rateLimitHeaders(standing: RateLimitStanding): Record<string, string> {
  const { policy, limit, resetSeconds } = standing;
  if (limit === null) return {};
  return {
    'ratelimit-policy': `"${policy}";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"${policy}";r=${remainingOf(standing)};t=${resetSeconds}`,
  };
}

/** How long a window is; it begins with somebody's first request after the one before. */
export const WINDOW_SECONDS = 60;

/** What was counted of somebody in the running window. */
interface Count {
  requests: number;
  /** Whole seconds until the window is over. */
  resetSeconds: number;
}

/** Counts a request of somebody, or as many as are given; 0 reads the count. It never fails. */
type Counter = (who: string, requests?: number) => Promise<Count>;

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
