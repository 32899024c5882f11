import { randomBytes } from 'node:crypto';
import { htmlAnswer, type PageAnswer } from '../pages/page-answer.ts';
import type { Authorizations } from './authorizations.ts';
import { brokenLinkPage } from './consent-page.ts';

/** Sends a player back to the partner with a code or their refusal, once for each authorization. */
export function decide(
  fields: URLSearchParams,
  authorizations: Authorizations,
  issuer: string,
): PageAnswer {
  const request = authorizations.finish(fields.get('request_uri') ?? '');
  if (request === undefined) return htmlAnswer(400, brokenLinkPage('expired'));
  const answer =
    fields.get('decision') === 'allow'
      ? { code: `prc_${randomBytes(32).toString('base64url')}` }
      : { error: 'access_denied', error_description: 'The player refused the connection.' };
  const location = returnAddress(request.redirectUri, { ...answer, state: request.state }, issuer);
  return { status: 303, headers: { location }, body: undefined };
}

/** The address a player returns to, with the answer in its query and the issuer (RFC 9207) as last. */
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
