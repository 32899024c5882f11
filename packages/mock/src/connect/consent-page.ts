import { html, page } from '../pages/html.ts';
import { scopeTexts } from '../pages/scope-texts.gen.ts';
import type { AuthorizationRequest } from './authorizations.ts';

/** The path to which the consent page sends the decision. */
export const DECISION_PATH = '/connect';

/** Returns the page on which a player allows or refuses the scopes of an application. */
export function consentPage(requestUri: string, request: AuthorizationRequest): string {
  const scopes = request.scopes
    .flatMap((scope) => scopeTexts.filter(({ name }) => name === scope))
    .map(
      ({ title, detail }) => html`
    <li><strong>${title}</strong>: ${detail}</li>`,
    );
  const { host } = new URL(request.redirectUri);
  const content = html`
<p>This is the mock: nobody logs in, and the player is the one of the scenario. Courtside Club asks for:</p>
<form method="post" action="${DECISION_PATH}">
  <ul>${scopes}
  </ul>
  <p>You will return to <strong>${host || request.redirectUri}</strong>.</p>
  <input type="hidden" name="request_uri" value="${requestUri}">
  <button class="first" name="decision" value="allow">Allow</button>
  <button name="decision" value="deny">Refuse</button>
</form>`;
  return page('Connect Courtside Club', content);
}

/** Returns a page that explains why an authorization cannot continue. */
export function brokenLinkPage(kind: 'unknown' | 'expired'): string {
  return kind === 'expired'
    ? page(
        'This link has expired',
        html`<p>It was already used, is older than 10 minutes, or the mock was restarted. Go back to the site that you came from, and connect again.</p>`,
      )
    : page(
        'This link does not work',
        html`<p>It needs <code>client_id</code>, and a <code>request_uri</code> or a valid <code>redirect_uri</code>.</p>`,
      );
}
