import type { Authenticators } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import { createSingleFlight } from '../concurrency/single-flight.ts';
import type { Dependencies } from '../configuration/dependencies.ts';
import type { Caller } from './caller.ts';
import { countCaller } from './count-caller.ts';
import { findCallerByClient, findCallerByKey, findCallerByToken } from './credentials.ts';
import type { Limits } from './limits.ts';
import { refuseSuspended } from './suspension.ts';

/**
 * Finds out who calls, counts the request in the class of its operation, and refuses who is suspended:
 * after counting, so that they cannot send more than others.
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
