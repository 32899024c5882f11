import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { deriveSecret, hashSecret } from '../platform/secrets/secrets.ts';
import { isRepeatable } from './domain/grants.ts';
import { scopesInBoth } from './domain/scopes.ts';
import type { GrantedTokens } from './domain/token-response.ts';
import type { TokenSecrets } from './issue-tokens.ts';
import { findUnusedPair, type RefreshTokenRecord } from './store/tokens.ts';

/** The tokens that a refresh token is exchanged for: who shows it again can be given the same. */
export function successorsOf(refreshToken: string, nonce: Uint8Array): TokenSecrets {
  return {
    accessToken: deriveSecret('pra_', refreshToken, nonce),
    refreshToken: deriveSecret('prr_', refreshToken, nonce),
  };
}

export interface RepeatedRefresh {
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
export async function repeatRefresh(
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
