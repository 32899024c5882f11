import { credential } from './credential.ts';
import type { PartnerRatingError } from './errors/partner-rating-error.ts';
import type { Authorize } from './transport.ts';

/**
 * Makes calls with the token that is good now, and once more where the service refused it and another
 * can be had. A call that is refused was not carried out, so writes are made again as well.
 */
export function withToken(accessToken: (refused?: string) => string | Promise<string>): Authorize {
  return async (headers, attempts) => {
    const authorize = async (refused?: string): Promise<string> => {
      const token = await accessToken(refused);
      Object.assign(headers, credential(undefined, token));
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
