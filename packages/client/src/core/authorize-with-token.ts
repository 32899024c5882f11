import { credentialHeader } from './credential-header.ts';
import type { Authorize } from './transport-settings.ts';

/**
 * Authorizes calls with the current access token, and after a 401 with another token. The service does not run a call
 * that it refuses, so writes are sent again too.
 */
export function authorizeWithToken(
  accessToken: (refused?: string) => string | Promise<string>,
): Authorize {
  const authorizedAgain = new WeakSet<object>();
  return async (call, refusal) => {
    const { headers } = call.init;
    // If no challenge asks for an access token (RFC 9110 section 11.6.1), the operation does not accept them.
    const challenges = refusal?.response?.headers.get('www-authenticate') ?? 'Bearer';
    if (authorizedAgain.has(headers) || !/bearer/i.test(challenges)) return false;
    if (refusal) authorizedAgain.add(headers);
    const refused = refusal && headers.authorization?.slice('Bearer '.length);
    const token = await call.wait(Infinity, async () => accessToken(refused));
    Object.assign(headers, credentialHeader(undefined, token));
    return token !== refused;
  };
}
