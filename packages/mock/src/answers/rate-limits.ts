import type { RateLimitStore, ReplyHeaders } from '@partner-rating/server';
import { rateLimitClasses } from '@partner-rating/server/catalogue';
import { contract } from '../contract.ts';

const WINDOW_SECONDS = 60;

/** What the example of `usage.get` says of the requests of this minute. */
const usage = contract.example('usage.get').value as { requests: number; reset: number };

/**
 * A store that counts nothing: an answer is the same each time. Its requests of the usual class are
 * those that `usage.get` reports, and those of the other classes one.
 */
export const constantUsage: RateLimitStore = {
  count: async (name) => ({
    requests: name.startsWith('default:') ? usage.requests : 1,
    resetSeconds: usage.reset,
  }),
};

/**
 * The limit in an answer that refuses a request because nothing is left of it.
 * @param retryAfter In seconds, as the answer says.
 */
export function exhaustedLimit(rateLimitClass: string, retryAfter: string): ReplyHeaders {
  const limit = rateLimitClasses.find(({ name }) => name === rateLimitClass)?.requestsPerMinute;
  return {
    'RateLimit-Policy': `"${rateLimitClass}";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"${rateLimitClass}";r=0;t=${retryAfter}`,
  };
}
