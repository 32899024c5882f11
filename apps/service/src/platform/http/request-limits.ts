import { ProblemError } from '@partner-rating/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../net/client-network.ts';
import type { Limits } from './limits.ts';
import { type RateLimit, type RateLimitStanding, rateLimitHeaders } from './rate-limits.ts';

const standings = new WeakMap<FastifyRequest, RateLimitStanding>();

/**
 * Counts a request against a limit and remembers the standing for the answer's header fields.
 * @throws ProblemError `rate_limited` with `Retry-After` when the limit is exceeded.
 */
export async function countRequest(
  request: FastifyRequest,
  limit: RateLimit,
  who: string,
  ownLimit?: number,
): Promise<void> {
  const standing = await limit(who, ownLimit);
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

/** Where the sender of a request stands, once it was counted. */
export function standingOf(request: FastifyRequest): RateLimitStanding | undefined {
  return standings.get(request);
}

/**
 * Sends the standing with every answer of the API. A request that was refused before anybody was
 * known to have sent it counts against its address.
 */
export function sendRateLimitHeaders(app: FastifyInstance, { operations }: Limits): void {
  app.addHook('onSend', async (request, reply) => {
    const { operation } = request;
    const counted = standings.get(request);
    if (counted !== undefined) {
      reply.headers(rateLimitHeaders(counted));
    } else if (operation !== null && operation.security.length > 0) {
      const limit = operations[operation.rateLimitClass];
      reply.headers(rateLimitHeaders(await limit(addressOf(request))));
    }
  });
}

/** The name under which the requests of an address are counted. */
export function addressOf(request: FastifyRequest): string {
  return `address:${networkOf(request.ip)}`;
}
