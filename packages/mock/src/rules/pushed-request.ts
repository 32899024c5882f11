import { OAuthError } from '@partner-rating/server';
import { type RawQuery, requestError } from '../connect/requested-authorization.ts';

/**
 * Refuses a pushed request that is invalid although its fields match the schema (RFC 9126 section 2.1).
 *
 * @throws {OAuthError} `invalid_request`, `unsupported_response_type` or `invalid_scope`
 */
export function requirePushed(body: unknown): void {
  const fields = body as RawQuery;
  if (fields.request_uri !== undefined) {
    throw new OAuthError('invalid_request', {
      description:
        'A request_uri cannot be pushed. Send the parameters of the authorization themselves.',
    });
  }
  const found = requestError(fields);
  if (found === undefined) return;
  const { error, description } = found;
  // RFC 9126 section 2.3 allows these errors of RFC 6749; the others are for redirects.
  const isOfPush = error === 'unsupported_response_type' || error === 'invalid_scope';
  throw new OAuthError(isOfPush ? error : 'invalid_request', { description });
}
