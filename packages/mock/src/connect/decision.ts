import { htmlAnswer, type PageAnswer } from '../pages/page-answer.ts';
import type { Authorizations } from './authorizations.ts';
import { brokenLinkPage } from './consent-page.ts';
import { issueCredential } from './granted-scopes.ts';

/** Sends a player back to the partner with a code or a refusal, once for each authorization. */
export function decide(
  fields: URLSearchParams,
  authorizations: Authorizations,
  issuer: string,
): PageAnswer {
  const request = authorizations.finish(fields.get('request_uri') ?? '');
  if (request === undefined) return htmlAnswer(400, brokenLinkPage('expired'));
  const answer =
    fields.get('decision') === 'allow'
      ? { code: issueCredential('prc', request.scopes) }
      : { error: 'access_denied', error_description: 'The player refused the connection.' };
  const location = returnAddress(request.redirectUri, { ...answer, state: request.state }, issuer);
  return { status: 303, headers: { location }, body: undefined };
}

/** Returns the address that a player returns to, with the answer and then the issuer (RFC 9207) in its query. */
export function returnAddress(
  redirectUri: string,
  answer: { readonly [name: string]: string | undefined },
  issuer: string,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, iss: issuer })) {
    if (value !== undefined) url.searchParams.append(name, value);
  }
  return url.href;
}
