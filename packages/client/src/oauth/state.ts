import { randomToken } from './base64url.ts';

/**
 * Generates a `state`, which protects against forged callbacks (RFC 6749 section 10.12): 256 random
 * bits, URL-safe. Store it in the player's session, and refuse a callback without it.
 *
 * @example
 * const state = generateState();
 * const { authorization_url } = await client.oauth.authorize({
 *   redirect_uri: 'https://courtside.example/callback',
 *   state,
 * });
 */
export function generateState(): string {
  return randomToken();
}
