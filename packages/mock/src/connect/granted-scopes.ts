import { randomBytes } from 'node:crypto';
import { OAuthError } from '@partner-rating/server';
import { playerScopes } from '@partner-rating/server/catalogue';

const CREDENTIAL_LENGTH = 'pra_'.length + 43;
const names = playerScopes.map(({ name }) => name);
const issued = new RegExp(`^pr[acr]_mock([01]{${names.length}})`);

/** Creates a code or a token. It contains the granted scopes, so that the mock stores no tokens. */
export function issueCredential(kind: 'prc' | 'pra' | 'prr', scopes: Iterable<string>): string {
  const granted = new Set(scopes);
  const bits = names.map((name) => Number(granted.has(name))).join('');
  const random = randomBytes(32).toString('base64url');
  return `${kind}_mock${bits}${random}`.slice(0, CREDENTIAL_LENGTH);
}

/** Returns the scopes of a code or a token, or undefined if the mock did not issue it. */
export function scopesOf(credential: string): string[] | undefined {
  const bits = issued.exec(credential)?.[1];
  return bits === undefined ? undefined : names.filter((_, index) => bits[index] === '1');
}

interface TokenFields {
  code?: string;
  refresh_token?: string;
  scope?: string;
}

/**
 * Returns the answer with tokens for the scopes of the sent code or refresh token. The answer to another code is the
 * example.
 *
 * @throws {OAuthError} `invalid_scope` if a refresh asks for more.
 */
export function grantedTokens(example: unknown, body: unknown): unknown {
  const { code, refresh_token: refreshToken, scope } = body as TokenFields;
  const granted = scopesOf(code ?? refreshToken ?? '');
  if (granted === undefined) return example;
  const scopes = scope && code === undefined ? scope.split(' ') : granted;
  if (scopes.some((one) => !granted.includes(one))) {
    const description = 'The scope exceeds what the player granted. Ask for less, or leave it out.';
    throw new OAuthError('invalid_scope', { description });
  }
  const answer = example as { scope: string | string[] };
  return {
    ...answer,
    access_token: issueCredential('pra', scopes),
    refresh_token: issueCredential('prr', granted),
    scope: typeof answer.scope === 'string' ? scopes.join(' ') : scopes,
  };
}

/** Returns the profile as a token of the mock shows it: with its scopes, and with ratings only if it may read them. */
export function profileFor(authorization: string | undefined, example: unknown): unknown {
  const grantedScopes = scopesOf(authorization?.replace(/^bearer /i, '') ?? '');
  if (grantedScopes === undefined) return example;
  const { sport, ...profile } = example as { sport?: object };
  const isShared = grantedScopes.includes('user:rating:read');
  return { ...profile, grantedScopes, ...(isShared && { sport }) };
}
