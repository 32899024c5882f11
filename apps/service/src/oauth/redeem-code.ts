import { OAuthError } from '@partner-rating/server';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { hashSecret, newSecret } from '../platform/secrets/secrets.ts';
import { type Exchange, type GrantFault, grantFaults, judgeExchange } from './domain/grants.ts';
import { scopesInBoth } from './domain/scopes.ts';
import type { GrantedTokens } from './domain/token-response.ts';
import { issueTokens } from './issue-tokens.ts';
import { recordReuse } from './record-reuse.ts';
import { consumeCode, lockCode } from './store/authorization-codes.ts';
import { revokeTokensOfCode } from './store/tokens.ts';

export interface CodeExchange extends Exchange {
  code: string;
}

/**
 * Consumes an authorization code and issues its tokens, both or neither.
 * @throws OAuthError `invalid_grant`; where the code was used before, its tokens are revoked first.
 */
export async function redeemCode(
  dependencies: Dependencies,
  exchange: CodeExchange,
): Promise<GrantedTokens> {
  // A fault is returned and thrown outside, so that what it revoked is committed.
  const outcome = await dependencies.database
    .transaction()
    .execute((transaction) => redeem(transaction, dependencies, exchange));
  if (typeof outcome === 'string') {
    throw new OAuthError('invalid_grant', { description: grantFaults[outcome] });
  }
  return outcome;
}

async function redeem(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  exchange: CodeExchange,
): Promise<GrantedTokens | GrantFault> {
  const now = dependencies.clock();
  const codeHash = hashSecret(exchange.code);
  const code = await lockCode(transaction, codeHash);
  if (code === undefined) return 'unknown_code';
  let fault = judgeExchange(code, exchange, now);
  // The update decides: an exchange that waited for another read the code as it was before.
  if (fault === null && !(await consumeCode(transaction, codeHash, now))) fault = 'used_code';
  if (fault === 'used_code') {
    await recordReuse(transaction, {
      kind: 'authorization_code',
      applicationId: code.applicationId,
      memberId: code.memberId,
      presentedBy: exchange.applicationId,
      revoked: await revokeTokensOfCode(transaction, codeHash, now),
      now,
    });
  }
  if (fault !== null) return fault;

  // A later consent may have narrowed the connection since this code was made.
  const scopes = scopesInBoth(code.scopes, code.connectedScopes);
  const { connectionId, memberId } = code;
  const issuedFrom = { connectionId, memberId, codeHash, now };
  return await issueTokens(transaction, dependencies, {
    ...issuedFrom,
    scopes,
    refreshScopes: scopes,
    dpopJkt: exchange.dpopJkt,
    secrets: { accessToken: newSecret('pra_'), refreshToken: newSecret('prr_') },
  });
}
