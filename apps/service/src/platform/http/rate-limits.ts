import { type Count, type Counters, countInMemory, WINDOW_SECONDS } from './counters.ts';

/** Where somebody stands in the running window after a request was counted. */
export interface RateLimitStanding extends Count {
  /** Which limit it is, as the header fields name it. */
  policy: string;
  /** Null where the operator turned the limit off. */
  limit: number | null;
  exceeded: boolean;
}

/** Counts one request of somebody. */
export type RateLimit = (who: string) => Promise<RateLimitStanding>;

export interface RateLimitOptions {
  policy: string;
  /** Requests a minute for each name; 0 is off. */
  limit: number;
  counters: Counters;
}

export function createRateLimit({ policy, limit, counters }: RateLimitOptions): RateLimit {
  // Turned off it refuses nobody, so no store is asked; usage.get returns what this instance counted.
  const isOff = limit === 0;
  const count = (isOff ? countInMemory() : counters).counter(policy);
  return async (who) => {
    const counted = await count(who);
    return isOff
      ? { ...counted, policy, limit: null, exceeded: false }
      : { ...counted, policy, limit, exceeded: counted.requests > limit };
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
