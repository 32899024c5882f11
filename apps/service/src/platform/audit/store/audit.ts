import type { AuditActor, DatabaseTransaction } from '../../database/schema.ts';
import { actingOperator } from './acting-operator.ts';

export type AuditAction =
  | 'partner.created'
  | 'partner.suspended'
  | 'partner.resumed'
  | 'partner.limits_changed'
  | 'partner.edited'
  | 'partner.deleted'
  | 'key.created'
  | 'key.revoked'
  | 'member.created'
  | 'member.edited'
  | 'birth_date.confirmed'
  | 'account.locked'
  | 'account.unlocked'
  | 'account.reset'
  | 'link.created'
  | 'log_in.succeeded'
  | 'log_in.refused'
  | 'log_in.allowed'
  | 'log_in.code_asked'
  | 'second_factor.enabled'
  | 'second_factor.disabled'
  | 'second_factor.removed'
  | 'second_factor.refused'
  | 'recovery_code.used'
  | 'recovery_codes.replaced'
  | 'tournament.imported'
  | 'connection.refused'
  | 'connection.created'
  | 'connection.changed'
  | 'connection.revoked'
  | 'token.revoked'
  | 'token.reuse_detected'
  | 'password.changed'
  | 'password.reset'
  | 'email.changed'
  | 'email.proven'
  | 'match.distinct'
  | 'match.released'
  | 'match.voided'
  | 'match.confirmed'
  | 'match.denied'
  | 'match.disputed'
  | 'member.merged'
  | 'ghost.claimed'
  | 'ratings.rebuilt'
  | 'webhook.set'
  | 'webhook.deleted'
  | 'webhook.disabled'
  | 'webhook.secret_rotated'
  | 'delivery.redelivered'
  | 'deliveries.replayed'
  | 'secrets_key.changed'
  | 'discovery.changed'
  | 'sharing.changed'
  | 'member.erased'
  | 'operator.created'
  | 'operator.reset'
  | 'operator.removed'
  | 'operator.set_up'
  | 'operator.logged_in'
  | 'operator.proved'
  | 'operator.browser_allowed'
  | 'operator.link_created'
  | 'operator.edited'
  | 'operator.refused'
  | 'operator.logged_out';

/** Who did what, to which application's access to which player. */
export interface AuditEntry {
  occurredAt: Date;
  actor: AuditActor;
  action: AuditAction;
  applicationId: string | null;
  memberId: string | null;
  /** What else is worth knowing; never a secret. */
  details?: Record<string, unknown>;
}

/** Writes an audit line in the transaction of what it records, so that neither is there alone. */
export async function recordAudit(
  transaction: DatabaseTransaction,
  entry: AuditEntry,
): Promise<void> {
  await recordAudits(transaction, [entry]);
}

/** The same for several at once. */
export async function recordAudits(
  transaction: DatabaseTransaction,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ occurredAt, actor, action, applicationId, memberId, details }) => ({
    occurred_at: occurredAt,
    actor,
    action,
    application_id: applicationId,
    member_id: memberId,
    details: details === undefined ? null : JSON.stringify(details),
    operator: actor === 'operator' ? actingOperator() : null,
  }));
  await transaction.insertInto('audit_entry').values(rows).execute();
}
