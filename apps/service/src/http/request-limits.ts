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

/**
 * Sends the standing with every answer of the API. A request that was refused before anybody was
 * known to have sent it counts against its address.
 */
export function sendRateLimitHeaders(app: FastifyInstance, limit: RateLimit): void {
  app.addHook('onSend', async (request, reply) => {
    const needsCredential = (request.operation?.security.length ?? 0) > 0;
    const standing =
      standings.get(request) ?? (needsCredential ? await limit(addressOf(request)) : null);
    if (standing !== null) reply.headers(rateLimitHeaders(standing));
  });
}

/** The name under which the requests of an address are counted. */
export function addressOf(request: FastifyRequest): string {
  return `address:${request.ip}`;
}
