const page = 'The markup of a page is no part of the contract; the example shows the gist of it.';
const load = 'It takes a service in trouble or under load, which no scenario has.';

/** The examples that the service cannot give, and why. */
export const skipped: Readonly<Record<string, string>> = {
  'oauth.showAuthorization-consent': page,
  'oauth.showAuthorization-log-in': page,
  'oauth.showAuthorization-expired': page,
  'oauth.showAuthorization-unknown-application': page,
  'oauth.showAuthorization-internal': page,
  'oauth.showAuthorization-rate-limited': page,
  'oauth.showAuthorization-unavailable': page,
  'oauth.listScopes-reworded':
    'It shows that only the names are fixed, by words this service does not use.',
  'oauth.exchangeToken-without-refresh-token':
    'The contract allows a null, so a client must take it; this service always gives a refresh token.',
  'oauth-error-unsupported_token_type':
    'RFC 7009 names it and clients must know it; this service revokes every type of token it gives.',
  'usage.get-without-limit': 'It takes a service whose RATE_LIMIT is off.',
  'matches.void-unsettled': 'It takes a match that more than a thousand later ones depend on.',
  'error-idempotency_in_progress': load,
  'error-internal': load,
  'error-unavailable': load,
};
