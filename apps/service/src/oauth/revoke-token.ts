import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { hashSecret } from '../platform/secrets/secrets.ts';
import { findTokenOf, revokeToken as revokeOne } from './store/revocation.ts';
import { revokeTokensOfCode } from './store/tokens.ts';

/**
 * Revokes one token of the application (RFC 7009 §2.1). A refresh token takes every token of the
 * same grant along; an access token goes alone. A token that is unknown, or another application's,
 * is none that could still be used by the caller, so it counts as revoked.
 */
export async function revokeToken(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  applicationId: string,
  token: string,
): Promise<void> {
  const tokenHash = hashSecret(token);
  await database.transaction().execute(async (transaction) => {
    const found = await findTokenOf(transaction, applicationId, tokenHash);
    if (found === undefined) return;
    const now = clock();
    const wasLive = await revokeOne(transaction, found.kind, tokenHash, now);
    if (found.kind === 'refresh_token' && found.codeHash !== null) {
      await revokeTokensOfCode(transaction, found.codeHash, now);
    }
    if (!wasLive) return;
    await recordAudit(transaction, {
      occurredAt: now,
      actor: 'partner',
      action: 'token.revoked',
      applicationId,
      memberId: found.memberId,
      details: { kind: found.kind },
    });
  });
}
