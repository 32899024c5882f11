import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { Caller, KeyCaller } from '../platform/http/caller.ts';
import { countCaller } from '../platform/http/count-caller.ts';
import type { RateLimit } from '../platform/http/rate-limits.ts';
import { refuseSuspended } from '../platform/http/suspension.ts';
import { authenticateClient, type ClientCredentials } from './authenticate-client.ts';

export interface ClientRequest {
  principal: Caller | null;
  body: ClientCredentials;
  raw: FastifyRequest;
}

/**
 * The application behind a request for or about tokens, counted against its limit: here where the
 * body names it, since who is named in a header was counted when they were found there. Credentials
 * that are nobody's count against the address.
 * @throws OAuthError `invalid_client`, `invalid_request` or, of a suspended application,
 * `unauthorized_client`; ProblemError `rate_limited`.
 */
export async function admitClient(
  dependencies: Dependencies,
  limit: RateLimit,
  { principal, body, raw }: ClientRequest,
): Promise<KeyCaller> {
  if (principal !== null) return await authenticateClient(dependencies, principal, body);
  const client = await authenticateClient(dependencies, null, body).catch(
    async (refusal: unknown) => {
      await countCaller(raw, null, 'token', limit);
      throw refusal;
    },
  );
  await countCaller(raw, client, 'token', limit);
  refuseSuspended(client, raw);
  return client;
}
