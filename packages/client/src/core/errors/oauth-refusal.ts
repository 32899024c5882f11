import { OAuthError } from './oauth-error.ts';
import type { ErrorDetails } from './partner-rating-error.ts';

/** The error for a body in the format of RFC 6749 section 5.2; undefined for any other. */
export function oauthRefusal(
  { error: code }: { error?: unknown },
  details: ErrorDetails,
  message: string,
): OAuthError | undefined {
  return typeof code === 'string' ? new OAuthError(message, { ...details, code }) : undefined;
}
