import { OAuthError } from './oauth-error.ts';
import type { ErrorDetails } from './partner-rating-error.ts';

/** The error for a body in the format of RFC 6749 section 5.2; undefined for any other. */
export function oauthRefusal(body: object, details: ErrorDetails): OAuthError | undefined {
  const { error: code, error_description: description } = body as Record<string, unknown>;
  if (typeof code !== 'string') return undefined;
  return new OAuthError(typeof description === 'string' ? description : code, {
    ...details,
    code,
  });
}
