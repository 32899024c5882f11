import { credentialHeader } from './credential-header.ts';
import type { PartnerRatingError } from './errors/partner-rating-error.ts';
import type { Authorize } from './transport.ts';

/**
 * Authorizes calls with the current access token, and retries once with another token after a 401. A
 * refused call was not carried out, so writes are retried as well.
 */
export function authorizeWithToken(
  accessToken: (refused?: string) => string | Promise<string>,
): Authorize {
  return async (headers, attempts) => {
    const authorize = async (refused?: string): Promise<string> => {
      const token = await accessToken(refused);
      Object.assign(headers, credentialHeader(undefined, token));
      return token;
    };
    const token = await authorize();
    try {
      return await attempts();
    } catch (error) {
      const { statusCode } = error as Partial<PartnerRatingError>;
      if (statusCode !== 401 || (await authorize(token)) === token) throw error;
      return await attempts();
    }
  };
}
