import type { AnyReply } from '@partner-rating/server';
import { type Authorizations, requestedScopes } from './authorizations.ts';
import { brokenLinkPage, consentPage } from './consent-page.ts';
import { returnAddress } from './decision.ts';
import { type RawQuery, requestedAuthorization } from './requested-authorization.ts';

/** Returns the answer of `oauth.authorize`, with an address on the mock. */
export function startedAuthorization(
  example: object,
  body: unknown,
  authorizations: Authorizations,
  issuer: string,
): object {
  const { state } = body as StartedFields;
  const requestUri = start(body as StartedFields, authorizations);
  const query = `client_id=courtside-club&request_uri=${requestUri}`;
  const { state: _, ...rest } = example as { state?: string };
  return {
    ...rest,
    authorization_url: `${issuer}/partner/oauth/authorize?${query}`,
    ...(state !== undefined && { state }),
  };
}

/** Returns the answer of `oauth.pushAuthorization`, with a `request_uri` of the mock. */
export function pushedAuthorization(
  example: object,
  body: unknown,
  authorizations: Authorizations,
): object {
  return { ...example, request_uri: start(body as StartedFields, authorizations) };
}

interface StartedFields {
  redirect_uri?: string;
  scope?: string;
  state?: string;
}

function start(
  { redirect_uri, scope, state }: StartedFields,
  authorizations: Authorizations,
): string {
  const scopes = requestedScopes(scope);
  return authorizations.start({ redirectUri: String(redirect_uri), scopes, state });
}

/** Returns the answer of `oauth.showAuthorization`: the consent page, or an error. */
export function shownAuthorization(
  query: RawQuery,
  authorizations: Authorizations,
  issuer: string,
): AnyReply {
  const requested = requestedAuthorization(query, authorizations);
  if ('page' in requested) return { status: 400, body: brokenLinkPage(requested.page) };
  if ('error' in requested) {
    const { redirectUri, state, error, description } = requested;
    const answer = { error, error_description: description, state };
    return { status: 303, headers: { location: returnAddress(redirectUri, answer, issuer) } };
  }
  return { status: 200, body: consentPage(requested.requestUri, requested.request) };
}
