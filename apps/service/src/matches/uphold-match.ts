import { recordAudit } from '../platform/audit/store/audit.ts';
import { retryOnContention } from '../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { upholdResult } from './store/responses.ts';

/**
 * Decides for an operator that a disputed result stays as it is. No rating changes.
 * @param beforeCommit Called at the end of the transaction, if the match was disputed.
 * @returns whether the match was disputed.
 */
export async function upholdMatch(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { matchId, reason }: { matchId: string; reason: string },
  beforeCommit: (transaction: DatabaseTransaction) => Promise<void> = async () => {},
): Promise<boolean> {
  const now = clock();
  return await retryOnContention(() =>
    database.transaction().execute(async (transaction) => {
      const upheld = await upholdResult(transaction, matchId, { reason, now });
      if (upheld === undefined) return false;
      await recordAudit(transaction, {
        occurredAt: now,
        actor: 'operator',
        action: 'match.upheld',
        applicationId: upheld.applicationId,
        memberId: null,
        details: { matchId, reason },
      });
      await beforeCommit(transaction);
      return true;
    }),
  );
}
