import type { Authenticators, Operation } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import { createSingleFlight } from '../concurrency/single-flight.ts';
import type { Dependencies } from '../configuration/dependencies.ts';
import type { Caller } from './caller.ts';
import { findCallerByClient, findCallerByKey, findCallerByToken } from './credentials.ts';
import type { Limits } from './limits.ts';
import { addressOf, countRequest } from './request-limits.ts';

/**
 * Finds out who calls, and counts the request in the class of its operation: against the key or the
 * connection it came with, the application where it is about tokens, or against the address where the credential is unknown, so that guessing
 * keys is limited too.
 */
export function createAuthenticators(
  { database, clock }: Dependencies,
  { operations }: Limits,
): Authenticators<Caller> {
  async function count(caller: Caller | null, request: FastifyRequest): Promise<Caller | null> {
    const limitClass = request.operation?.rateLimitClass ?? 'default';
    await countRequest(request, operations[limitClass], nameOf(caller, request, limitClass));
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

function nameOf(
  caller: Caller | null,
  request: FastifyRequest,
  limitClass: Operation['rateLimitClass'],
): string {
  if (caller === null) return addressOf(request);
  // One limit for all keys of an application, in whichever way it names itself.
  if (limitClass === 'token') return caller.applicationId;
  return caller.kind === 'key' ? caller.keyId : caller.connectionId;
}
