import { OAuthError } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import {
  type Caller,
  findCallerByClient,
  type KeyCaller,
  refuseSuspended,
  scopeChallenge,
} from '../platform/http/caller.ts';
import type { Limits } from '../platform/http/limits.ts';
import { countCaller } from '../platform/http/request-limits.ts';

interface ClientRequest {
  principal: Caller | null;
  body: ClientCredentials;
  raw: FastifyRequest;
}

/**
 * Identifies the application of an OAuth client's request. If the body names the application, counts the request in the
 * class of its operation and checks the scope. A request with the credentials in a header was counted and checked
 * before. Invalid credentials count for the network.
 * @throws OAuthError `invalid_client`, `invalid_request`, `insufficient_scope`, or for a suspended
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

/** The credentials of a client in a body (`client_secret_post`, RFC 6749 §2.3.1). */
interface ClientCredentials {
  client_id?: string | undefined;
  client_secret?: string | undefined;
}

/**
 * Identifies the application of a request at the token endpoint: `principal` if a header names it,
 * otherwise the one in the body. The application must name itself in exactly one way (RFC 6749 §2.3).
 * @throws OAuthError `invalid_client`, or `invalid_request` if it uses two ways.
 */
async function authenticateClient(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  principal: Caller | null,
  { client_id: clientId, client_secret: clientSecret }: ClientCredentials,
): Promise<KeyCaller> {
  if (principal?.kind === 'key') {
    if (clientSecret !== undefined) {
      throw new OAuthError('invalid_request', {
        description:
          'The application is authenticated twice. Send its API key in a header or as ' +
          'client_secret in the body, not both.',
      });
    }
    if (clientId !== undefined && clientId !== principal.clientId) {
      throw invalidClient('The API key belongs to another application than client_id names.');
    }
    return principal;
  }
  if (clientId === undefined || clientSecret === undefined) {
    throw invalidClient(
      'The application is not authenticated. Send its API key as X-API-Key, with HTTP Basic, ' +
        'or as client_id and client_secret in the body.',
    );
  }
  const caller = await findCallerByClient(database, { clientId, clientSecret }, clock());
  if (caller === null) {
    throw invalidClient('The client_id and client_secret do not belong to a valid API key.');
  }
  return caller;
}

function invalidClient(description: string): OAuthError {
  return new OAuthError('invalid_client', {
    description,
    headers: { 'www-authenticate': 'Basic realm="partner-rating", charset="UTF-8"' },
  });
}
