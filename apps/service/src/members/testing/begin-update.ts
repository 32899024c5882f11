import { onTestFinished } from 'vitest';
import type { Database, DatabaseTransaction, MemberRow } from '../../platform/database/schema.ts';
import { appendRatingUpdates } from '../../ratings/store/rating-history.ts';

interface NewUpdate {
  applicationId: string;
  player: Pick<MemberRow, 'id' | 'member_number'>;
  sequence: number;
  changedAt: Date;
}

/** Writes a rating update in a transaction that the caller commits. If the test fails before, it is rolled back. */
export async function beginUpdate(
  database: Database,
  { applicationId, player, sequence, changedAt }: NewUpdate,
) {
  const transaction = await database.startTransaction().execute();
  onTestFinished(async () => {
    if (!transaction.isCommitted && !transaction.isRolledBack)
      await transaction.rollback().execute();
  });
  const { member_number: memberId, id } = player;
  const shown = { memberId, id, displayName: 'Mike B.', sport: 'pickleball' };
  const data = JSON.stringify({ ...shown, changedAt, sequence });
  await appendRatingUpdates(transaction as DatabaseTransaction, changedAt, [
    { applicationId, memberId: id, data },
  ]);
  return transaction;
}
