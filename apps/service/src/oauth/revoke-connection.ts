import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { displayName } from '../players/domain/names.ts';
import { writeEvents } from '../webhooks/outbox.ts';
import { consumeCodesOfConnection } from './store/authorization-codes.ts';
import { endConnection } from './store/connections.ts';
import { findMemberForEvent } from './store/members.ts';
import { revokeTokensOfConnection } from './store/tokens.ts';

export interface Revocation {
  applicationId: string;
  memberId: string;
  revokedBy: 'player' | 'partner' | 'service';
  now: Date;
}

/**
 * Ends a connection and all that came of it: codes and tokens stop at once, the audit keeps who
 * did it, and the partner is notified by an event. False where there was no live connection.
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
