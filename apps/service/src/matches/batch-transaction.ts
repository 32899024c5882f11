import { retryOnContention } from '../platform/concurrency/retry-on-contention.ts';
import { readSnapshot } from '../platform/database/read-snapshot.ts';
import type { Database, DatabaseTransaction } from '../platform/database/schema.ts';
import type { Sport } from '../ratings/domain/sports.ts';
import { lockRatingsExclusive, lockRatingsShared } from '../ratings/store/rating-lock.ts';
import { inRatingSlot } from './rating-slots.ts';
import { tryLockVoids } from './store/voids.ts';
import { VoidElsewhereError, type VoidMutexOptions, withVoidMutex } from './void-mutex.ts';

/** What a transaction has of the ratings of its sports; `none` where it stores nothing. */
export type RatingLock = 'none' | 'shared' | 'exclusive';

/** Thrown where a batch confirms results that are stored: it must hold the exclusive lock for that. */
export class ConfirmsResultsError extends Error {
  override name = 'ConfirmsResultsError';
}

export interface BatchWork<Outcome> extends VoidMutexOptions {
  applicationId: string;
  sports: readonly Sport[];
  isDryRun: boolean;
  /** Whether nothing is at fault as far as that shows without the database. */
  isValid: boolean;
  /** Judges the matches and, unless there is no lock, stores them. */
  handle: (transaction: DatabaseTransaction, lock: RatingLock) => Promise<Outcome>;
}

/**
 * Runs the work of a batch or an import in one transaction. One that stores nothing keeps nobody
 * waiting: it reads one snapshot and takes no lock.
 * @throws ProblemError `rate_limited` where it confirms results and other corrections of the application
 *   take too long.
 */
export async function inBatchTransaction<Outcome extends { kind: string }>(
  database: Database,
  { applicationId, sports, isDryRun, isValid, handle, ...mutexOptions }: BatchWork<Outcome>,
): Promise<Outcome> {
  const storeHolding = async (lock: 'shared' | 'exclusive') =>
    await inRatingSlot(
      sports,
      async () =>
        await database.transaction().execute(async (transaction) => {
          if (lock === 'exclusive' && !(await tryLockVoids(transaction, applicationId))) {
            throw new VoidElsewhereError();
          }
          await (lock === 'shared' ? lockRatingsShared : lockRatingsExclusive)(transaction, sports);
          return await handle(transaction, lock);
        }),
    );
  // Hardly any batch confirms something, and a shared lock cannot become an exclusive one without
  // waiting for others that want the same.
  const store = async () =>
    await storeHolding('shared').catch(async (error: unknown) => {
      if (!(error instanceof ConfirmsResultsError)) throw error;
      // To confirm an old match costs what its void does, and is done one at a time with those.
      const confirm = async () => await storeHolding('exclusive');
      return await withVoidMutex(applicationId, confirm, mutexOptions);
    });
  if (isValid && !isDryRun) return await store();
  const outcome = await retryOnContention(
    async () => await readSnapshot(database, async (snapshot) => await handle(snapshot, 'none')),
  );
  // A match with a fault may be stored already, from before the rule existed, and a stored match is
  // not validated again. Then the whole batch is valid, and its other matches are stored.
  return outcome.kind === 'handled' && !isDryRun ? await store() : outcome;
}
