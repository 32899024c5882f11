import type { Settings } from './client-options.ts';
import type { PartnerRatingError } from './errors/partner-rating-error.ts';

/**
 * Makes a call with the credential in its headers: once more where the service refused a token and
 * another can be had. A call that is refused was not carried out, so writes are made again as well.
 */
export async function withCredential<Answer>(
  credential: Extract<Settings['credential'], (refused?: string) => unknown>,
  headers: Record<string, string>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  Object.assign(headers, await credential());
  const { authorization } = headers;
  try {
    return await call();
  } catch (error) {
    if ((error as Partial<PartnerRatingError>).statusCode !== 401) throw error;
    Object.assign(headers, await credential(authorization?.replace('Bearer ', '')));
    if (headers.authorization === authorization) throw error;
    return await call();
  }
}
