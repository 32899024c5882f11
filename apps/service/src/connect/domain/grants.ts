import { createHash } from 'node:crypto';
import { isScope, type Scope, scopesInBoth } from './scopes.ts';

const challengeGrammar = /^[A-Za-z0-9_-]{43}$/;

const verifierGrammar = /^[A-Za-z0-9\-._~]{43,128}$/;

type Challenge = { codeChallenge: string | null } | { error: string };

/** The challenge of an authorization request (RFC 7636 §4.3), `S256` only. */
export function readChallenge(
  codeChallenge: string | undefined,
  method: string | undefined,
): Challenge {
  if (codeChallenge === undefined) {
    return method === undefined
      ? { codeChallenge: null }
      : { error: 'code_challenge_method needs a code_challenge. Send both or neither.' };
  }
  // Without a method RFC 7636 means "plain", which shows the verifier to anyone who sees the request.
  if (method !== 'S256') {
    return { error: 'code_challenge_method must be S256. Other methods are refused.' };
  }
  if (!challengeGrammar.test(codeChallenge)) {
    return {
      error: 'code_challenge must be the SHA-256 of the verifier as base64url: 43 characters.',
    };
  }
  return { codeChallenge };
}

export function isVerifier(text: string): boolean {
  return verifierGrammar.test(text);
}

/** The `S256` challenge of a verifier (RFC 7636 §4.2). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier, 'ascii').digest('base64url');
}

/** An authorization code as it stands, and what an exchange must match. */
interface CodeFacts {
  applicationId: string;
  redirectUri: string;
  codeChallenge: string | null;
  /** The key that the authorization named (RFC 9449 §10). */
  dpopJkt: string | null;
  expiresAt: Date;
  usedAt: Date | null;
  disconnectedAt: Date | null;
}

export interface Exchange {
  applicationId: string;
  redirectUri: string;
  codeVerifier: string | undefined;
  /** The key that the exchange proves; null where it proves none. */
  dpopJkt: string | null;
}

/** Why a grant is refused; each is an `invalid_grant` with this as its description. */
export type GrantError = keyof typeof grantErrors;

export const grantErrors = {
  unknown_code: 'The authorization code is unknown. Start the authorization again.',
  used_code:
    'The authorization code was used before, so the tokens it gave are revoked. ' +
    'Start the authorization again.',
  expired_code: 'The authorization code has expired. Start the authorization again.',
  other_redirect:
    'The redirect_uri is not the one the authorization was started with. ' +
    'Start the authorization again and send the same address.',
  missing_verifier:
    'The authorization was started with a code_challenge, so code_verifier is needed.',
  unasked_verifier:
    'The authorization was started without a code_challenge, so code_verifier is refused.',
  wrong_verifier: 'The code_verifier does not belong to the code_challenge.',
  wrong_key:
    'The authorization was started with a dpop_jkt, so the code is exchanged with a DPoP proof by ' +
    'that key.',
  disconnected: 'The player has disconnected. Start the authorization again.',
  unknown_token: 'The refresh token is unknown. Let the player connect again.',
  used_token:
    'The refresh token was used before, so all tokens of the connection are revoked. ' +
    'Let the player connect again.',
  expired_token: 'The refresh token has expired. Let the player connect again.',
  revoked_token: 'The refresh token is revoked. Let the player connect again.',
} as const;

/** Judges the exchange of a code (RFC 6749 §4.1.3, RFC 7636 §4.6, RFC 9449 §10). */
export function judgeExchange(code: CodeFacts, exchange: Exchange, now: Date): GrantError | null {
  // First of all, whichever client presents it: a code seen twice has leaked. Disconnecting uses the
  // codes up as well, and has revoked whatever they gave.
  if (code.usedAt !== null && code.disconnectedAt === null) return 'used_code';
  if (code.applicationId !== exchange.applicationId) return 'unknown_code';
  if (code.disconnectedAt !== null) return 'disconnected';
  if (code.expiresAt <= now) return 'expired_code';
  if (code.redirectUri !== exchange.redirectUri) return 'other_redirect';
  if (code.dpopJkt !== null && code.dpopJkt !== exchange.dpopJkt) return 'wrong_key';
  return judgeVerifier(code.codeChallenge, exchange.codeVerifier);
}

function judgeVerifier(challenge: string | null, verifier: string | undefined): GrantError | null {
  if (challenge === null) return verifier === undefined ? null : 'unasked_verifier';
  if (verifier === undefined) return 'missing_verifier';
  return isVerifier(verifier) && challengeOf(verifier) === challenge ? null : 'wrong_verifier';
}

interface RefreshTokenFacts {
  applicationId: string;
  expiresAt: Date;
  usedAt: Date | null;
  revokedAt: Date | null;
  disconnectedAt: Date | null;
}

/** Judges the use of a refresh token (RFC 6749 §6, RFC 9700 §4.14.2). */
export function judgeRefresh(
  token: RefreshTokenFacts,
  applicationId: string,
  now: Date,
): GrantError | null {
  // Only while its grant lives: a token of a revoked grant can no longer betray anything, and must
  // not end the connection that the player has made since.
  if (token.usedAt !== null && token.revokedAt === null) return 'used_token';
  if (token.applicationId !== applicationId) return 'unknown_token';
  if (token.disconnectedAt !== null) return 'disconnected';
  if (token.revokedAt !== null) return 'revoked_token';
  return token.expiresAt <= now ? 'expired_token' : null;
}

/** How long a refresh token may be shown again by its client, which may not have got the answer. */
export const REPEATABLE_MILLISECONDS = 30_000;

/** Whether the use of a refresh token may be the first one again, whose answer was lost on its way. */
export function isRepeatable(
  token: RefreshTokenFacts,
  applicationId: string,
  now: Date,
): token is RefreshTokenFacts & { usedAt: Date } {
  return (
    token.usedAt !== null &&
    now.getTime() - token.usedAt.getTime() < REPEATABLE_MILLISECONDS &&
    token.applicationId === applicationId &&
    token.revokedAt === null &&
    token.disconnectedAt === null
  );
}

/**
 * The scopes of a refreshed access token: those asked for, else all of the refresh token's, and
 * never one the connection no longer holds. Null where a scope was asked for that is not there.
 */
export function refreshedScopes(
  held: readonly string[],
  connected: readonly string[],
  asked: string | undefined,
): Scope[] | null {
  const available = scopesInBoth(held, connected);
  if (asked === undefined || asked === '') return available;
  const wanted = asked.split(' ');
  const granted = scopesInBoth(available, wanted);
  return wanted.every((scope) => isScope(scope) && granted.includes(scope)) ? granted : null;
}

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
