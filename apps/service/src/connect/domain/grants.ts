import { createHash } from 'node:crypto';
import { isScope, type Scope, scopesInBoth } from './scopes.ts';

const challengeGrammar = /^[A-Za-z0-9_-]{43}$/;

const verifierGrammar = /^[A-Za-z0-9\-._~]{43,128}$/;

type Challenge = { codeChallenge: string | null } | { error: string };

/** Reads the challenge of an authorization request (RFC 7636 §4.3), `S256` only. */
export function readChallenge(
  codeChallenge: string | undefined,
  method: string | undefined,
): Challenge {
  if (codeChallenge === undefined) {
    return method === undefined
      ? { codeChallenge: null }
      : { error: 'code_challenge_method needs a code_challenge. Send both or neither.' };
  }
  // Without a method, RFC 7636 means "plain", which shows the verifier to everybody who sees the request.
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

/** Returns the `S256` challenge of a verifier (RFC 7636 §4.2). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier, 'ascii').digest('base64url');
}

/** The stored facts of an authorization code. */
interface CodeFacts {
  applicationId: string;
  redirectUri: string;
  codeChallenge: string | null;
  expiresAt: Date;
  usedAt: Date | null;
  disconnectedAt: Date | null;
}

export interface Exchange {
  applicationId: string;
  redirectUri: string;
  codeVerifier: string | undefined;
}

/** Why a grant is refused. Each is an `invalid_grant` with this description. */
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
  disconnected: 'The player has disconnected. Start the authorization again.',
  unknown_token: 'The refresh token is unknown. Let the player connect again.',
  used_token:
    'The refresh token was used before, so all tokens of the connection are revoked. ' +
    'Let the player connect again.',
  expired_token: 'The refresh token has expired. Let the player connect again.',
  revoked_token: 'The refresh token is revoked. Let the player connect again.',
} as const;

/** Returns why a code cannot be exchanged (RFC 6749 §4.1.3, RFC 7636 §4.6), or null. */
export function judgeExchange(code: CodeFacts, exchange: Exchange, now: Date): GrantError | null {
  // First, for any client, because a code that is used twice has leaked. After a disconnection, every code counts as
  // used, but its tokens are revoked already.
  if (code.usedAt !== null && code.disconnectedAt === null) return 'used_code';
  if (code.applicationId !== exchange.applicationId) return 'unknown_code';
  if (code.disconnectedAt !== null) return 'disconnected';
  if (code.expiresAt <= now) return 'expired_code';
  if (code.redirectUri !== exchange.redirectUri) return 'other_redirect';
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

/** Returns why a refresh token cannot be used (RFC 6749 §6, RFC 9700 §4.14.2), or null. */
export function judgeRefresh(
  token: RefreshTokenFacts,
  applicationId: string,
  now: Date,
): GrantError | null {
  // Only if the token itself is not revoked: the second use of a revoked token is harmless, and must
  // not end a newer connection of the player.
  if (token.usedAt !== null && token.revokedAt === null) return 'used_token';
  if (token.applicationId !== applicationId) return 'unknown_token';
  if (token.disconnectedAt !== null) return 'disconnected';
  if (token.revokedAt !== null) return 'revoked_token';
  return token.expiresAt <= now ? 'expired_token' : null;
}

/** How long a client may use a refresh token again, because the response may be lost. */
export const REPEATABLE_MILLISECONDS = 30_000;

/** Returns whether the use of a refresh token may repeat an earlier one whose response was lost. */
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
 * Returns the scopes of a refreshed access token: the requested ones, otherwise all of the refresh token's, but
 * only those that the connection still has. Null if a requested scope was not granted.
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

/** The tokens of one grant, as the partner gets them. */
export interface GrantedTokens {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
  scopes: Scope[];
  playerId: string;
}

/** Keeps caches from storing a response with tokens (RFC 6749 §5.1). */
export const tokenHeaders = { 'cache-control': 'private, no-store', pragma: 'no-cache' };

/** Returns the response to a JSON request: `scope` is an array (specification 2.4). */
export function jsonTokenResponse(tokens: GrantedTokens) {
  return { ...commonMembers(tokens), scope: tokens.scopes };
}

/** Returns the response to a form: `scope` is a text separated by spaces (RFC 6749 §5.1). */
export function formTokenResponse(tokens: GrantedTokens) {
  return { ...commonMembers(tokens), scope: tokens.scopes.join(' ') };
}

function commonMembers({ accessToken, refreshToken, expiresIn, playerId }: GrantedTokens) {
  return {
    access_token: accessToken,
    token_type: 'Bearer' as const,
    expires_in: expiresIn,
    refresh_token: refreshToken,
    player_id: playerId,
  };
}
