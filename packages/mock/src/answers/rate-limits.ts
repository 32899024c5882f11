import type { RateLimitStore, ReplyHeaders } from '@partner-rating/server';
import { rateLimitClasses } from '@partner-rating/server/catalogue';
import { contract } from '../contract.ts';

const WINDOW_SECONDS = 60;

/** The requests of this minute in the example of `usage.get`. */
const usage = contract.example('usage.get').value as { requests: number; reset: number };

/**
 * A store of counts that counts nothing, so that an answer is the same each time. For the default class, returns the requests
 * that `usage.get` reports; for the other classes, one request.
 */
export const constantUsage: RateLimitStore = {
  count: async (name) => ({
    requests: name.startsWith('default:') ? usage.requests : 1,
    resetSeconds: usage.reset,
  }),
};

/**
 * Returns the header fields of the limit in an answer that refuses a request.
 * @param retryAfter In seconds, as in the answer.
 */
export function exhaustedLimit(rateLimitClass: string, retryAfter: string): ReplyHeaders {
  const limit = rateLimitClasses.find(({ name }) => name === rateLimitClass)?.requestsPerMinute;
  return {
    'RateLimit-Policy': `"${rateLimitClass}";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"${rateLimitClass}";r=0;t=${retryAfter}`,
  };
}
