import { ProblemError } from '@partner-rating/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RateLimit, RateLimitStanding } from './rate-limits.ts';
import { rateLimitHeaders } from './rate-limits.ts';

const standings = new WeakMap<FastifyRequest, RateLimitStanding>();

/**
 * Counts a request against a limit and remembers the standing for the answer's header fields.
 * @throws ProblemError `rate_limited` with `Retry-After` when the limit is exceeded.
 */
export async function countRequest(
  request: FastifyRequest,
  limit: RateLimit,
  who: string,
): Promise<void> {
  const standing = await limit(who);
  if (standing === null) return;
  standings.set(request, standing);
  if (standing.exceeded) {
    throw new ProblemError('rate_limited', {
      detail:
        `The limit of ${standing.limit} requests a minute is reached. ` +
        `Wait ${standing.resetSeconds} seconds (Retry-After), then go on.`,
      headers: { 'retry-after': String(standing.resetSeconds) },
    });
  }
}

/** Sends the standing of each request counted with {@link countRequest} along with its answer. */
export function sendRateLimitHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const standing = standings.get(request);
    if (standing !== undefined) reply.headers(rateLimitHeaders(standing));
  });
}
