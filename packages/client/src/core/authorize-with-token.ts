import { credentialHeader } from './credential-header.ts';
import type { Authorize } from './transport-settings.ts';

/**
 * Authorizes calls with the current access token, and again with another token after a 401. A refused
 * call was not carried out, so writes are sent again as well.
 */
export function authorizeWithToken(
  accessToken: (refused?: string) => string | Promise<string>,
): Authorize {
  const authorizedAgain = new WeakSet<object>();
  return async (headers, isRefused) => {
    if (authorizedAgain.has(headers)) return false;
    if (isRefused) authorizedAgain.add(headers);
    const refused = isRefused ? headers.authorization?.slice('Bearer '.length) : undefined;
    const token = await accessToken(refused);
    Object.assign(headers, credentialHeader(undefined, token));
    return token !== refused;
  };
}
