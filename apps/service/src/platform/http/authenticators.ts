import { type Authenticators, ProblemError } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import { createSingleFlight } from '../concurrency/slots.ts';
import type { Dependencies } from '../configuration/dependencies.ts';
import { createProofCheck } from '../dpop/check-proof.ts';
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
  dependencies: Dependencies,
  { operations }: Limits,
): Authenticators<Caller, FastifyRequest> {
  const { database, clock } = dependencies;
  const checkProof = createProofCheck(dependencies);

  async function count(caller: Caller | null, request: FastifyRequest): Promise<Caller | null> {
    const limitClass = request.operation?.rateLimitClass ?? 'default';
    await countCaller(request, caller, limitClass, operations[limitClass]);
    if (caller !== null) refuseSuspended(caller, request);
    return caller;
  }

  const findKey = createSingleFlight((key) => findCallerByKey(database, key, clock()));

  return {
    ApiKey: async (key, request) => await count(await findKey(key), request),
    AccessToken: async (token, request) => {
      const caller = await findCallerByToken(database, token, clock());
      if (caller === null || caller.dpopJkt === null) return await count(caller, request);
      await count(null, request);
      throw new ProblemError('unauthenticated', {
        detail:
          'The access token is bound to a key. Send it as Authorization: DPoP, with a proof by ' +
          'that key in the DPoP header.',
      });
    },
    DpopToken: async (accessToken, request) => {
      const caller = await findCallerByToken(database, accessToken, clock());
      if (caller === null) return await count(null, request);
      const { dpopJkt: jkt } = caller;
      if (jkt === null) {
        await count(null, request);
        throw new ProblemError('unauthenticated', {
          detail:
            'The access token is bound to no key. Send it as Authorization: Bearer, or refresh it ' +
            'with a proof in the DPoP header to get one that is.',
        });
      }
      try {
        await checkProof(request, { accessToken, jkt });
      } catch (refusal) {
        // Someone who has only the token must not use up the limit of its player.
        await count(null, request);
        throw refusal;
      }
      return await count(caller, request);
    },
    ClientBasic: async ({ username, password }, request) => {
      const client = { clientId: username, clientSecret: password };
      return await count(await findCallerByClient(database, client, clock()), request);
    },
  };
}
