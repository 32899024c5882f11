import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { hashSecret } from '../platform/secrets/secrets.ts';
import type { Scope } from './domain/scopes.ts';
import type { GrantedTokens } from './domain/token-response.ts';
import { insertAccessToken, insertRefreshToken } from './store/tokens.ts';

export interface TokenIssue {
  connectionId: string;
  memberId: string;
  codeHash: Uint8Array | null;
  /** What the access token may do. */
  scopes: Scope[];
  /** What the refresh token may be exchanged for, which may be more (RFC 6749 §6). */
  refreshScopes: string[];
  secrets: TokenSecrets;
  /** The key to bind the access token to; null for a bearer token. */
  dpopJkt: string | null;
  now: Date;
}

/** The tokens themselves, of which only hashes are stored. */
export interface TokenSecrets {
  accessToken: string;
  refreshToken: string;
}

/** Stores an access token and the refresh token that goes with it. */
export async function issueTokens(
  transaction: DatabaseTransaction,
  { configuration }: Dependencies,
  { connectionId, memberId, codeHash, scopes, refreshScopes, secrets, dpopJkt, now }: TokenIssue,
): Promise<GrantedTokens> {
  const { accessToken, refreshToken } = secrets;
  const issuedFrom = { connectionId, codeHash, createdAt: now };
  await insertAccessToken(transaction, {
    ...issuedFrom,
    tokenHash: hashSecret(accessToken),
    scopes,
    dpopJkt,
    expiresAt: secondsAfter(now, configuration.accessTokenLifetime),
  });
  await insertRefreshToken(transaction, {
    ...issuedFrom,
    tokenHash: hashSecret(refreshToken),
    scopes: refreshScopes,
    expiresAt: secondsAfter(now, configuration.refreshTokenLifetime),
  });
  return {
    accessToken,
    refreshToken,
    expiresIn: configuration.accessTokenLifetime,
    scopes,
    playerId: memberId,
    dpopJkt,
  };
}

function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1_000);
}
