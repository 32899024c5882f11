import type { Refusal } from '../operation.ts';
import { OAuthError } from './oauth-error.ts';

/** Reads a body in the format of RFC 6749 section 5.2. Returns undefined for any other body. */
export const oauthRefusal: Refusal = ({
  error: code,
  error_description: detail,
  error_uri: type,
}) => (typeof code === 'string' ? [OAuthError, { code, detail, type }] : undefined);
