import { OAuthError } from '@partner-rating/server';
import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { hashSecret, newSecret } from '../platform/secrets/sealing.ts';
import {
  type Exchange,
  type GrantError,
  type GrantedTokens,
  grantErrors,
  judgeExchange,
} from './domain/grants.ts';
import { type Scope, scopesInBoth } from './domain/scopes.ts';
import { consumeCode, lockCode } from './store/authorization-codes.ts';
import { insertAccessToken, insertRefreshToken, revokeTokensOfCode } from './store/tokens.ts';

export interface CodeExchange extends Exchange {
  code: string;
}

/**
 * Consumes an authorization code and issues its tokens in one transaction.
 * @throws OAuthError `invalid_grant`. If the code was used before, its tokens are revoked first.
 */
export async function redeemCode(
  dependencies: Dependencies,
  exchange: CodeExchange,
): Promise<GrantedTokens> {
  // Returns an error and throws it after the transaction, so that a revocation is committed.
  const outcome = await dependencies.database
    .transaction()
    .execute((transaction) => redeem(transaction, dependencies, exchange));
  if (typeof outcome === 'string') {
    throw new OAuthError('invalid_grant', { description: grantErrors[outcome] });
  }
  return outcome;
}

async function redeem(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  exchange: CodeExchange,
): Promise<GrantedTokens | GrantError> {
  const now = dependencies.clock();
  const codeHash = hashSecret(exchange.code);
  const code = await lockCode(transaction, codeHash);
  if (code === undefined) return 'unknown_code';
  let error = judgeExchange(code, exchange, now);
  // The update decides which exchange wins, because one that waited for another has read the code as unused.
  if (error === null && !(await consumeCode(transaction, codeHash, now))) error = 'used_code';
  if (error === 'used_code') {
    await recordReuse(transaction, {
      kind: 'authorization_code',
      applicationId: code.applicationId,
      memberId: code.memberId,
      presentedBy: exchange.applicationId,
      revoked: await revokeTokensOfCode(transaction, codeHash, now),
      now,
    });
  }
  if (error !== null) return error;

  // A later consent may have narrowed the connection.
  const scopes = scopesInBoth(code.scopes, code.connectedScopes);
  const { connectionId, memberId } = code;
  const issuedFrom = { connectionId, memberId, codeHash, now };
  return await issueTokens(transaction, dependencies, {
    ...issuedFrom,
    scopes,
    refreshScopes: scopes,
    secrets: { accessToken: newSecret('pra_'), refreshToken: newSecret('prr_') },
  });
}

interface TokenIssue {
  connectionId: string;
  memberId: string;
  codeHash: Uint8Array | null;
  scopes: Scope[];
  /** The scopes of the refresh token, which may be more (RFC 6749 §6). */
  refreshScopes: string[];
  secrets: TokenSecrets;
  now: Date;
}

/** The tokens. Only their hashes are stored. */
export interface TokenSecrets {
  accessToken: string;
  refreshToken: string;
}

/** Stores an access token and its refresh token. */
export async function issueTokens(
  transaction: DatabaseTransaction,
  { configuration }: Dependencies,
  { connectionId, memberId, codeHash, scopes, refreshScopes, secrets, now }: TokenIssue,
): Promise<GrantedTokens> {
  const { accessToken, refreshToken } = secrets;
  const issuedFrom = { connectionId, codeHash, createdAt: now };
  await insertAccessToken(transaction, {
    ...issuedFrom,
    tokenHash: hashSecret(accessToken),
    scopes,
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
  };
}

function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1_000);
}

interface Reuse {
  kind: 'authorization_code' | 'refresh_token';
  applicationId: string;
  memberId: string;
  /** The application that used the code or token again. */
  presentedBy: string;
  /** How many valid tokens this revoked. */
  revoked: number;
  now: Date;
}

/** Records in the audit that a second use revoked valid tokens, the clearest sign of theft. */
export async function recordReuse(
  transaction: DatabaseTransaction,
  { kind, applicationId, memberId, presentedBy, revoked, now }: Reuse,
): Promise<void> {
  if (revoked === 0) return;
  await recordAudit(transaction, {
    occurredAt: now,
    actor: 'service',
    action: 'token.reuse_detected',
    applicationId,
    memberId,
    details: { kind, presentedBy, revoked },
  });
}
