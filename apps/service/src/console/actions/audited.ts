import { type AuditAction, recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';

/** Runs a change in one transaction, with the time at which it happens. */
export async function inTransaction<Result>(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  run: (transaction: DatabaseTransaction, now: Date) => Promise<Result>,
): Promise<Result> {
  const now = clock();
  return await database.transaction().execute(async (transaction) => await run(transaction, now));
}

interface Subject {
  applicationId?: string;
  memberId?: string | null;
  /** Further facts. Never a secret. */
  details?: Record<string, unknown>;
}

/** Writes the audit entry of a change by an operator, or a person of a partner, in its transaction. */
export async function recordAct(
  transaction: DatabaseTransaction,
  now: Date,
  action: AuditAction,
  subject: Subject = {},
): Promise<void> {
  const entry = {
    occurredAt: now,
    actor: 'operator',
    applicationId: null,
    memberId: null,
  } as const;
  await recordAudit(transaction, { ...entry, action, ...subject });
}
