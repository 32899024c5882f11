import { retryOnContention } from '../platform/concurrency/retry-on-contention.ts';
import { readSnapshot } from '../platform/database/read-snapshot.ts';
import type { Database, DatabaseTransaction } from '../platform/database/schema.ts';
import type { Sport } from '../ratings/domain/sports.ts';
import { inRatingSlot } from './rating-slots.ts';

export interface BatchWork<Outcome> {
  sports: readonly Sport[];
  isDryRun: boolean;
  /** Whether nothing is at fault as far as that shows without the database. */
  isValid: boolean;
  /** Judges the matches and, where they may be stored, stores them. */
  handle: (transaction: DatabaseTransaction, mayStore: boolean) => Promise<Outcome>;
}

/**
 * Runs the work of a batch or an import in one transaction. One that stores nothing keeps nobody
 * waiting: it reads one snapshot and takes no lock.
 */
export async function inBatchTransaction<Outcome extends { kind: string }>(
  database: Database,
  { sports, isDryRun, isValid, handle }: BatchWork<Outcome>,
): Promise<Outcome> {
  const store = async () =>
    await inRatingSlot(
      sports,
      async () =>
        await database
          .transaction()
          .execute(async (transaction) => await handle(transaction, true)),
    );
  if (isValid && !isDryRun) return await store();
  const outcome = await retryOnContention(
    async () => await readSnapshot(database, async (snapshot) => await handle(snapshot, false)),
  );
  // A match with a fault may be stored already, from before the rule existed, and a stored match is
  // not validated again. Then the whole batch is valid, and its other matches are stored.
  return outcome.kind === 'handled' && !isDryRun ? await store() : outcome;
}
