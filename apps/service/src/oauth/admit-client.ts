import { OAuthError } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import {
  type Caller,
  type KeyCaller,
  refuseSuspended,
  scopeChallenge,
} from '../platform/http/caller.ts';
import type { Limits } from '../platform/http/limits.ts';
import { countCaller } from '../platform/http/request-limits.ts';
import { authenticateClient, type ClientCredentials } from './authenticate-client.ts';

export interface ClientRequest {
  principal: Caller | null;
  body: ClientCredentials;
  raw: FastifyRequest;
}

/**
 * The application behind a request of an OAuth client, counted in the class of its operation: here where
 * the body names it, since who is named in a header was counted, and their scopes checked, when they were
 * found there. Credentials that are nobody's count against the address.
 * @throws OAuthError `invalid_client`, `invalid_request`, `insufficient_scope` or, of a suspended
 * application, `unauthorized_client`; ProblemError `rate_limited`.
 */
export async function admitClient(
  dependencies: Dependencies,
  { operations }: Limits,
  { principal, body, raw }: ClientRequest,
): Promise<KeyCaller> {
  if (principal !== null) return await authenticateClient(dependencies, principal, body);
  const limitClass = raw.operation?.rateLimitClass ?? 'default';
  const count = async (client: KeyCaller | null) =>
    await countCaller(raw, client, limitClass, operations[limitClass]);
  const client = await authenticateClient(dependencies, null, body).catch(
    async (refusal: unknown) => {
      await count(null);
      throw refusal;
    },
  );
  await count(client);
  refuseSuspended(client, raw);
  requireScopes(client, raw);
  return client;
}

function requireScopes({ scopes }: KeyCaller, { operation }: FastifyRequest): void {
  for (const scope of operation?.requiredScopes.key ?? []) {
    if (scopes.has(scope)) continue;
    throw new OAuthError('insufficient_scope', {
      description: `This operation needs the scope ${scope}. Use an API key that holds it.`,
      headers: { 'www-authenticate': scopeChallenge(scope) },
    });
  }
}
