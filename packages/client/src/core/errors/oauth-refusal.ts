import { OAuthError } from './oauth-error.ts';
import type { ErrorDetails } from './partner-rating-error.ts';

/** The error of a refusal in the form of RFC 6749 section 5.2; undefined where it has another form. */
export function oauthRefusal(body: object, details: ErrorDetails): OAuthError | undefined {
  const { error: code, error_description: words } = body as Record<string, unknown>;
  if (typeof code !== 'string') return undefined;
  return new OAuthError(typeof words === 'string' ? words : code, {
    ...details,
    code,
  });
}
