import type { Refusal } from '../operation.ts';
import { OAuthError } from './oauth-error.ts';

/** Reads a body in the format of RFC 6749 section 5.2; undefined for any other. */
export const oauthRefusal: Refusal = ({ error: code, error_description: detail }) =>
  typeof code === 'string' ? [OAuthError, { code, detail }] : undefined;
