import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const WINDOW_SECONDS = 60;

/** Where somebody stands in a window after a request was counted. */
export interface RateLimitStanding {
  limit: number;
  remaining: number;
  /** Whole seconds until the window begins anew. */
  resetSeconds: number;
  exceeded: boolean;
}

/** Counts one request of somebody; null where the operator turned the limit off. */
export type RateLimit = (who: string) => Promise<RateLimitStanding | null>;

/** A limit of so many requests a minute for each name it is asked about; 0 is off. */
export function createRateLimit(limit: number): RateLimit {
  if (limit === 0) return async () => null;
  const limiter = new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS });
  return async (who) => toStanding(limit, await consume(limiter, who));
}

async function consume(limiter: RateLimiterAbstract, who: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(who);
  } catch (refusal) {
    // The library rejects with the standing when the limit is reached, and with an Error on a fault.
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  }
}

function toStanding(limit: number, result: RateLimiterRes): RateLimitStanding {
  return {
    limit,
    remaining: Math.max(0, limit - result.consumedPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1_000)),
    exceeded: result.consumedPoints > limit,
  };
}

/** The two header fields of draft-ietf-httpapi-ratelimit-headers. */
export function rateLimitHeaders(standing: RateLimitStanding): Record<string, string> {
  return {
    'ratelimit-policy': `"default";q=${standing.limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"default";r=${standing.remaining};t=${standing.resetSeconds}`,
  };
}
