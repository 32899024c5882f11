import { retryContended } from '../platform/concurrency/retry-contended.ts';
import type { Database, DatabaseTransaction } from '../platform/database/schema.ts';
import type { Sport } from '../ratings/domain/sports.ts';
import { inRatingTurn } from './rating-turn.ts';

export interface BatchWork<Outcome> {
  sports: readonly Sport[];
  isDryRun: boolean;
  /** Whether nothing is at fault as far as that shows without the database. */
  isSound: boolean;
  /** Judges the matches and, where they may be stored, stores them. */
  handle: (transaction: DatabaseTransaction, mayStore: boolean) => Promise<Outcome>;
}

/**
 * Runs the work of a batch or an import in one transaction. What stores nothing keeps nobody
 * waiting: it reads one moment of the database and locks nothing.
 */
export async function inBatchTransaction<Outcome extends { kind: string }>(
  database: Database,
  { sports, isDryRun, isSound, handle }: BatchWork<Outcome>,
): Promise<Outcome> {
  const store = async () =>
    await inRatingTurn(
      sports,
      async () =>
        await database
          .transaction()
          .execute(async (transaction) => await handle(transaction, true)),
    );
  if (isSound && !isDryRun) return await store();
  const outcome = await retryContended(
    async () =>
      await database
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (transaction) => await handle(transaction, false)),
  );
  // What is at fault may be stored already, and what is stored is not judged again: once there was
  // no such rule. Then all is sound, and the other matches are to be stored.
  return outcome.kind === 'handled' && !isDryRun ? await store() : outcome;
}
