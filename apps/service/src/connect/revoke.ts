import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { hashSecret } from '../platform/secrets/sealing.ts';
import { displayName } from '../ratings/domain/player.ts';
import { writeEvents } from '../webhooks/outbox.ts';
import { consumeCodesOfConnection } from './store/authorization-codes.ts';
import {
  endConnection,
  findMemberForEvent,
  findTokenOf,
  revokeToken as revokeOne,
} from './store/connections.ts';
import { revokeTokensOfCode, revokeTokensOfConnection } from './store/tokens.ts';

export interface Revocation {
  applicationId: string;
  memberId: string;
  revokedBy: 'player' | 'partner' | 'service';
  now: Date;
}

/**
 * Ends a connection with its codes and tokens, records it in the audit,
 * and queues an event for the partner. Returns false if there was no valid connection.
 */
export async function revokeConnection(
  transaction: DatabaseTransaction,
  { configuration }: Pick<Dependencies, 'configuration'>,
  { applicationId, memberId, revokedBy, now }: Revocation,
): Promise<boolean> {
  const connectionId = await endConnection(transaction, { applicationId, memberId, now });
  if (connectionId === undefined) return false;
  await consumeCodesOfConnection(transaction, connectionId, now);
  await revokeTokensOfConnection(transaction, connectionId, now);
  await recordAudit(transaction, {
    occurredAt: now,
    actor: revokedBy,
    action: 'connection.revoked',
    applicationId,
    memberId,
  });

  const member = await findMemberForEvent(transaction, memberId);
  const data = {
    memberId: member.member_number,
    id: memberId,
    displayName: displayName(member),
    revokedAt: now.toISOString(),
    revokedBy,
  };
  await writeEvents(
    transaction,
    now,
    [{ type: 'connection.revoked', applicationId, memberId, data }],
    configuration.webhookRetrySchedule,
  );
  return true;
}

/**
 * Revokes a token of the application (RFC 7009 §2.1). With a refresh token, revokes every token of the
 * same grant. With an access token, revokes only that token. The caller could not use an unknown token or
 * another application's token, so it counts as revoked.
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
