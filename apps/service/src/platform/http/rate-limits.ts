import { type Count, type Counters, countInMemory, WINDOW_SECONDS } from './counters.ts';

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

export interface RateLimitOptions {
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
