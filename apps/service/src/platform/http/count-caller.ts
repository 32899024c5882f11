import type { Operation } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import type { RateLimit } from './rate-limits.ts';
import { addressOf, countRequest } from './request-limits.ts';

type LimitClass = Operation['rateLimitClass'];

/**
 * Counts a request against its application, whichever of its keys it came with: more keys are not
 * more requests. One with an access token counts for the connected player, and one with a credential
 * that is nobody's for its address, so that guessing is limited too.
 */
export async function countCaller(
  request: FastifyRequest,
  caller: Caller | null,
  limitClass: LimitClass,
  limit: RateLimit,
): Promise<void> {
  const who = caller === null ? addressOf(request) : nameOf(caller, limitClass);
  await countRequest(request, limit, who, caller?.ownLimits?.[limitClass]);
}

function nameOf(caller: Caller, limitClass: LimitClass): string {
  return caller.kind === 'key' || limitClass === 'token'
    ? caller.applicationId
    : caller.connectionId;
}
