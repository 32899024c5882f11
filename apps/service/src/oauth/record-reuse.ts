import { recordAudit } from '../platform/audit/store/audit.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';

export interface Reuse {
  kind: 'authorization_code' | 'refresh_token';
  /** The application and player it belonged to. */
  applicationId: string;
  memberId: string;
  /** The application that used it again. */
  presentedBy: string;
  /** How many live tokens were revoked for it. */
  revoked: number;
  now: Date;
}

/** Leaves an audit line where something used twice cost live tokens: the clearest sign of theft. */
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
