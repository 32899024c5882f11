import { credentialHeader } from './credential-header.ts';
import type { Authorize } from './transport.ts';

/**
 * Authorizes calls with the current access token, and again with another token after a 401. A refused
 * call was not carried out, so writes are sent again as well.
 */
export function authorizeWithToken(
  accessToken: (refused?: string) => string | Promise<string>,
): Authorize {
  return async (headers, isRefused) => {
    const refused = isRefused ? headers.authorization?.slice('Bearer '.length) : undefined;
    const token = await accessToken(refused);
    Object.assign(headers, credentialHeader(undefined, token));
    return token !== refused;
  };
}
