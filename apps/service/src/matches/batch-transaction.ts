import { readSnapshot } from '../platform/database/read-snapshot.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import type { Sport } from '../ratings/domain/sports.ts';
import { type Due, type SettleNowOptions, settleNow } from '../ratings/settlement/settle-now.ts';
import type { SettlementDependencies } from '../ratings/settlement/settlement-dependencies.ts';
import { lockRatingsExclusive, lockRatingsShared } from '../ratings/store/rating-lock.ts';
import { inProjectionSlot, inRatingSlot } from './rating-slots.ts';

/** What a transaction has of the ratings of its sports; `none` where it stores nothing. */
export type RatingLock = 'none' | 'shared' | 'exclusive';

/** Thrown where a transaction changes whom a stored match moves: it must hold the exclusive lock for that. */
export class ExclusiveLockNeededError extends Error {
  override name = 'ExclusiveLockNeededError';
}

/** Runs a transaction under the shared lock, and once more under the exclusive one where it needs that. */
export async function retryExclusive<Result>(
  transact: (lock: 'shared' | 'exclusive') => Promise<Result>,
): Promise<Result> {
  return await transact('shared').catch(async (error: unknown) => {
    if (!(error instanceof ExclusiveLockNeededError)) throw error;
    return await transact('exclusive');
  });
}

// A batch is answered soon also while another settlement of its sport is under way. That one, or the next,
// settles what it confirmed.
const MAX_WAIT_MILLISECONDS = 200;

/** What became of a batch, and what the results it confirmed left to be settled. */
export interface BatchDone<Outcome> {
  outcome: Outcome;
  due: readonly Due[];
}

export interface BatchWork<Outcome> {
  sports: readonly Sport[];
  isDryRun: boolean;
  /** Whether nothing is at fault as far as that shows without the database. */
  isValid: boolean;
  /** Judges the matches and, unless there is no lock, stores them. */
  handle: (transaction: DatabaseTransaction, lock: RatingLock) => Promise<BatchDone<Outcome>>;
  /** How what is due afterwards is settled. */
  settling?: SettleNowOptions;
}

/**
 * Runs the work of a batch or an import in one transaction, and then settles what it confirmed, as far as
 * that is soon done. One that stores nothing keeps nobody waiting: it reads one snapshot and takes no lock.
 */
export async function inBatchTransaction<Outcome extends { kind: string }>(
  dependencies: SettlementDependencies,
  { sports, isDryRun, isValid, handle, settling }: BatchWork<Outcome>,
): Promise<Outcome> {
  const { database } = dependencies;
  const storeHolding = async (lock: 'shared' | 'exclusive') =>
    await inRatingSlot(
      sports,
      async () =>
        await database.transaction().execute(async (transaction) => {
          await (lock === 'shared' ? lockRatingsShared : lockRatingsExclusive)(transaction, sports);
          return await handle(transaction, lock);
        }),
    );
  const store = async () => {
    // Hardly any batch changes whom a stored match moves, and a shared lock cannot become an exclusive one without
    // waiting for others that want the same.
    const { outcome, due } = await retryExclusive(storeHolding);
    await settleNow(dependencies, due, settling ?? { timeoutMilliseconds: MAX_WAIT_MILLISECONDS });
    return outcome;
  };
  if (isValid && !isDryRun) return await store();
  const { outcome } = await inProjectionSlot(
    async () => await readSnapshot(database, async (snapshot) => await handle(snapshot, 'none')),
  );
  // A match with a fault may be stored already, from before the rule existed, and a stored match is
  // not validated again. Then the whole batch is valid, and its other matches are stored.
  return outcome.kind === 'handled' && !isDryRun ? await store() : outcome;
}
