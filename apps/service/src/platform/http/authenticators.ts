import type { Authenticators } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import { createSingleFlight } from '../concurrency/slots.ts';
import type { Dependencies } from '../configuration/dependencies.ts';
import {
  type Caller,
  findCallerByClient,
  findCallerByKey,
  findCallerByToken,
  refuseSuspended,
} from './caller.ts';
import type { Limits } from './limits.ts';
import { countCaller } from './request-limits.ts';

/**
 * Counts a request without a valid credential for its network, and refuses it beyond the limit. A request with a valid
 * key from the same network counts for its application.
 */
export function countUnidentified({
  operations,
}: Limits): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const limitClass = request.operation?.rateLimitClass ?? 'default';
    await countCaller(request, null, limitClass, operations[limitClass]);
  };
}

/**
 * Identifies the caller, and counts the request in the class of its operation. Then refuses a suspended caller, so that
 * suspended callers have limits too.
 */
export function createAuthenticators(
  { database, clock }: Dependencies,
  { operations }: Limits,
): Authenticators<Caller, FastifyRequest> {
  async function count(caller: Caller | null, request: FastifyRequest): Promise<Caller | null> {
    const limitClass = request.operation?.rateLimitClass ?? 'default';
    await countCaller(request, caller, limitClass, operations[limitClass]);
    if (caller !== null) refuseSuspended(caller, request);
    return caller;
  }

  const findKey = createSingleFlight((key) => findCallerByKey(database, key, clock()));

  return {
    ApiKey: async (key, request) => await count(await findKey(key), request),
    AccessToken: async (token, request) =>
      await count(await findCallerByToken(database, token, clock()), request),
    ClientBasic: async ({ username, password }, request) => {
      const client = { clientId: username, clientSecret: password };
      return await count(await findCallerByClient(database, client, clock()), request);
    },
  };
}
