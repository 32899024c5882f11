import type { Scope } from './scopes.ts';

/** The tokens of one grant, as the partner is given them. */
export interface GrantedTokens {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
  scopes: Scope[];
  playerId: string;
  /** The key that the access token is bound to (RFC 9449); null where it is a bearer token. */
  dpopJkt: string | null;
}

/** What keeps an answer with tokens out of every cache (RFC 6749 §5.1). */
export const tokenHeaders = { 'cache-control': 'private, no-store', pragma: 'no-cache' };

/** The answer to a JSON request: `scope` is an array (specification 2.4). */
export function jsonTokenResponse(tokens: GrantedTokens) {
  return { ...commonMembers(tokens), scope: tokens.scopes };
}

/** The answer to a form: `scope` is a space-delimited string (RFC 6749 §5.1). */
export function formTokenResponse(tokens: GrantedTokens) {
  return { ...commonMembers(tokens), scope: tokens.scopes.join(' ') };
}

function commonMembers({ accessToken, refreshToken, expiresIn, playerId, dpopJkt }: GrantedTokens) {
  return {
    access_token: accessToken,
    token_type: dpopJkt === null ? ('Bearer' as const) : ('DPoP' as const),
    expires_in: expiresIn,
    refresh_token: refreshToken,
    player_id: playerId,
  };
}
