import { OAuthError } from '@partner-rating/server';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { Caller, KeyCaller } from '../platform/http/caller.ts';
import { findCallerByClient } from '../platform/http/credentials.ts';

/** How a client may name itself in a body (`client_secret_post`, RFC 6749 §2.3.1). */
export interface ClientCredentials {
  client_id?: string | undefined;
  client_secret?: string | undefined;
}

/**
 * The application behind a request at the token endpoint: `principal` where a header named it,
 * else the one that the body names. It must name itself in exactly one way (RFC 6749 §2.3).
 * @throws OAuthError `invalid_client`, or `invalid_request` where it does so in two.
 */
export async function authenticateClient(
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
      throw invalidClient('The client_id does not name the application the API key is of.');
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
    throw invalidClient('The client_id and client_secret are not those of a live API key.');
  }
  return caller;
}

function invalidClient(description: string): OAuthError {
  return new OAuthError('invalid_client', {
    description,
    headers: { 'www-authenticate': 'Basic realm="partner-rating", charset="UTF-8"' },
  });
}
