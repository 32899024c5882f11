import { OAuthError, type Principal } from '@partner-rating/server';
import type { Operation } from '../contract.ts';

interface ClientFields {
  client_id?: string;
  client_secret?: string;
}

/**
 * Refuses a token request whose application authenticates in two ways, or not at all (RFC 6749
 * section 2.3). The mock accepts any application.
 *
 * @throws {OAuthError} `invalid_request` or `invalid_client`
 */
export function requireClient(
  { schemes }: Operation,
  body: unknown,
  principal: Principal | null,
): void {
  const isNamedInBody = schemes.includes(null) && schemes.length > 1;
  if (!isNamedInBody) return;
  const { client_id: id, client_secret: secret } = body as ClientFields;
  if (principal !== null && secret !== undefined) {
    throw new OAuthError('invalid_request', {
      description:
        'The application is authenticated twice. Send its API key in a header or as ' +
        'client_secret in the body, not both.',
    });
  }
  if (principal === null && (id === undefined || secret === undefined)) {
    throw new OAuthError('invalid_client', {
      description:
        'The application is not authenticated. Send its API key as X-API-Key, with HTTP Basic, ' +
        'or as client_id and client_secret in the body.',
      headers: { 'www-authenticate': 'Basic realm="partner-rating", charset="UTF-8"' },
    });
  }
}
