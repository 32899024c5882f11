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
  /** The scopes to narrow the access token to; undefined for all of them. */
  scope: string | undefined;
  /**
   * The key that the request proves; null where it proves none. It binds the new access token alone: the refresh
   * token is bound to the client, which has authenticated itself and may change its key (RFC 9449 §5).
   */
  dpopJkt: string | null;
}

/**
 * Consumes a refresh token and issues the next pair, both or neither. The same client may ask for that pair again for
 * a moment, since the answer may have been lost.
 * @throws OAuthError `invalid_scope`, or `invalid_grant`: where the token was used before, every
 * token of the connection is revoked first.
 */
export async function refreshTokens(
  dependencies: Dependencies,
  refresh: Refresh,
): Promise<GrantedTokens> {
  // An error is returned and thrown outside, so that what it revoked is committed.
  const outcome = await dependencies.database
    .transaction()
    .execute((transaction) => rotate(transaction, dependencies, refresh));
  if (outcome === 'invalid_scope') {
    throw new OAuthError('invalid_scope', {
      description: 'The scope names more than the player granted. Ask for less, or leave it out.',
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
  { applicationId, refreshToken, scope, dpopJkt }: Refresh,
): Promise<GrantedTokens | GrantError | 'invalid_scope'> {
  const now = dependencies.clock();
  const tokenHash = hashSecret(refreshToken);
  const token = await lockRefreshToken(transaction, tokenHash);
  if (token === undefined) return 'unknown_token';
  let error = judgeRefresh(token, applicationId, now);
  const scopes = refreshedScopes(token.scopes, token.connectedScopes, scope);
  if (error === null && scopes === null) return 'invalid_scope';
  // The update decides: what waited for another transaction read the token as it was before, and
  // only a second look distinguishes a token that was used meanwhile from one that was revoked.
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
      (await repeatRefresh(transaction, {
        token: today,
        applicationId,
        refreshToken,
        dpopJkt,
        now,
      }));
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
    dpopJkt,
    secrets: successorsOf(refreshToken, successorNonce),
  });
}

/** The tokens that a refresh token is exchanged for: who shows it again can be given the same. */
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
  dpopJkt: string | null;
  now: Date;
}

/**
 * The tokens that a refresh has given before, for a client that may not have got the answer; null where it is
 * too late for that, another client's token, another key than the first time, or the new refresh token was used, so that the answer did arrive.
 */
async function repeatRefresh(
  transaction: DatabaseTransaction,
  { token, applicationId, refreshToken, dpopJkt, now }: RepeatedRefresh,
): Promise<GrantedTokens | null> {
  const { successorNonce } = token;
  if (successorNonce === null || !isRepeatable(token, applicationId, now)) return null;
  const successors = successorsOf(refreshToken, successorNonce);
  const pair = await findUnusedPair(transaction, {
    accessHash: hashSecret(successors.accessToken),
    refreshHash: hashSecret(successors.refreshToken),
  });
  if (pair === undefined || pair.dpopJkt !== dpopJkt) return null;
  return {
    ...successors,
    expiresIn: Math.max(0, Math.floor((pair.expiresAt.getTime() - now.getTime()) / 1_000)),
    // What the connection has lost meanwhile the token has lost too.
    scopes: scopesInBoth(pair.scopes, token.connectedScopes),
    playerId: token.memberId,
    dpopJkt,
  };
}
