import { OAuthError } from '@partner-rating/server';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { deriveSecret, hashSecret, newNonce } from '../platform/secrets/sealing.ts';
import {
  type GrantError,
  type GrantedTokens,
  grantErrors,
  isRepeatable,
  judgeRefresh,
  REPEATABLE_MILLISECONDS,
  refreshedScopes,
} from './domain/grants.ts';
import { scopesInBoth } from './domain/scopes.ts';
import { issueTokens, recordReuse, type TokenSecrets } from './issue-tokens.ts';
import {
  consumeRefreshToken,
  findUnusedPair,
  forgetSuccessors,
  lockRefreshToken,
  type RefreshTokenRecord,
  revokeTokensOfConnection,
} from './store/tokens.ts';

interface Refresh {
  applicationId: string;
  refreshToken: string;
  /** The scopes of the new access token. Undefined for all. */
  scope: string | undefined;
}

/**
 * Consumes a refresh token and issues the next pair in one transaction. The same client may request that pair again for
 * a short time, because the response may be lost.
 * @throws OAuthError `invalid_scope` or `invalid_grant`. If the token was used before, every
 * token of the connection is revoked first.
 */
export async function refreshTokens(
  dependencies: Dependencies,
  refresh: Refresh,
): Promise<GrantedTokens> {
  // Returns an error and throws it after the transaction, so that a revocation is committed.
  const outcome = await dependencies.database
    .transaction()
    .execute((transaction) => rotate(transaction, dependencies, refresh));
  if (outcome === 'invalid_scope') {
    throw new OAuthError('invalid_scope', {
      description: 'The scope exceeds what the player granted. Ask for less, or leave it out.',
    });
  }
  if (typeof outcome === 'string') {
    throw new OAuthError('invalid_grant', { description: grantErrors[outcome] });
  }
  return outcome;
}

async function rotate(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  { applicationId, refreshToken, scope }: Refresh,
): Promise<GrantedTokens | GrantError | 'invalid_scope'> {
  const now = dependencies.clock();
  const tokenHash = hashSecret(refreshToken);
  const token = await lockRefreshToken(transaction, tokenHash);
  if (token === undefined) return 'unknown_token';
  let error = judgeRefresh(token, applicationId, now);
  const scopes = refreshedScopes(token.scopes, token.connectedScopes, scope);
  if (error === null && scopes === null) return 'invalid_scope';
  // The update decides, because a request that waited for another transaction has read the old token. Only
  // reading again distinguishes a token that was used from one that was revoked.
  const successorNonce = newNonce();
  let today: typeof token | undefined = token;
  if (
    error === null &&
    !(await consumeRefreshToken(transaction, tokenHash, { now, successorNonce }))
  ) {
    today = await lockRefreshToken(transaction, tokenHash);
    error = (today && judgeRefresh(today, applicationId, now)) ?? 'used_token';
  }
  if (error === 'used_token') {
    const repeated =
      today &&
      (await repeatRefresh(transaction, { token: today, applicationId, refreshToken, now }));
    if (repeated) return repeated;
    await recordReuse(transaction, {
      kind: 'refresh_token',
      applicationId: token.applicationId,
      memberId: token.memberId,
      presentedBy: applicationId,
      revoked: await revokeTokensOfConnection(transaction, token.connectionId, now),
      now,
    });
  }
  if (error !== null || scopes === null) return error ?? 'invalid_scope';

  const { connectionId, memberId, codeHash } = token;
  await forgetSuccessors(
    transaction,
    connectionId,
    new Date(now.getTime() - REPEATABLE_MILLISECONDS),
  );
  const issuedFrom = { connectionId, memberId, codeHash, now };
  return await issueTokens(transaction, dependencies, {
    ...issuedFrom,
    scopes,
    refreshScopes: token.scopes,
    secrets: successorsOf(refreshToken, successorNonce),
  });
}

/** Returns the tokens for which a refresh token is exchanged. The same input gives the same tokens. */
function successorsOf(refreshToken: string, nonce: Uint8Array): TokenSecrets {
  return {
    accessToken: deriveSecret('pra_', refreshToken, nonce),
    refreshToken: deriveSecret('prr_', refreshToken, nonce),
  };
}

interface RepeatedRefresh {
  token: RefreshTokenRecord;
  applicationId: string;
  refreshToken: string;
  now: Date;
}

/**
 * Returns the tokens of an earlier refresh, for a client that may have lost the response. Null if it is
 * too late, the token belongs to another client, or the new refresh token was used, which shows that the response arrived.
 */
async function repeatRefresh(
  transaction: DatabaseTransaction,
  { token, applicationId, refreshToken, now }: RepeatedRefresh,
): Promise<GrantedTokens | null> {
  const { successorNonce } = token;
  if (successorNonce === null || !isRepeatable(token, applicationId, now)) return null;
  const successors = successorsOf(refreshToken, successorNonce);
  const pair = await findUnusedPair(transaction, {
    accessHash: hashSecret(successors.accessToken),
    refreshHash: hashSecret(successors.refreshToken),
  });
  if (pair === undefined) return null;
  return {
    ...successors,
    expiresIn: Math.max(0, Math.floor((pair.expiresAt.getTime() - now.getTime()) / 1_000)),
    // The token loses the scopes that the connection has lost.
    scopes: scopesInBoth(pair.scopes, token.connectedScopes),
    playerId: token.memberId,
  };
}
