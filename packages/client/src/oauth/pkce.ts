import { base64url, randomToken } from './base64url.ts';

/**
 * A code verifier and its challenge, under their parameter names (RFC 7636 section 4).
 *
 * @example
 * const { code_verifier, ...challenge }: Pkce = await generatePkce();
 */
export interface Pkce {
  /** Store it in the player's session, and pass it to `oauth.exchangeToken`. Never send it earlier. */
  code_verifier: string;
  /** The SHA-256 of the verifier, base64url. Pass it to the start of the authorization. */
  code_challenge: string;
  /** The only method that the service accepts. */
  code_challenge_method: 'S256';
}

/**
 * Generates a new pair for one authorization. A leaked code is worthless without the verifier.
 *
 * @example
 * const { code_verifier, ...challenge } = await generatePkce();
 * const { authorization_url } = await client.oauth.authorize({ redirect_uri, state, ...challenge });
 * // … and when the player has returned:
 * const tokens = await client.oauth.exchangeToken({ code, redirect_uri, code_verifier });
 */
export async function generatePkce(): Promise<Pkce> {
  const code_verifier = randomToken();
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier));
  return {
    code_verifier,
    code_challenge: base64url(new Uint8Array(hash)),
    code_challenge_method: 'S256',
  };
}
