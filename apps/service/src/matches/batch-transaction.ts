import { sports as allSports, type Sport } from '@partner-rating/ratings';
import { retryOnContention } from '../platform/concurrency/periodic-task.ts';
import { createSlots, type Slots } from '../platform/concurrency/slots.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { POOL_CONNECTIONS } from '../platform/database/pool.ts';
import { readSnapshot } from '../platform/database/prepared-statement.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { type Due, type SettleNowOptions, settleNow } from '../ratings/settlement/settle-now.ts';
import { lockRatingsExclusive, lockRatingsShared } from '../ratings/store/ratings.ts';

// A semaphore for all that rates, and one for each sport. A transaction that rates occupies a
// connection, also while it waits for the ratings of its sport. However many wait, everybody
// else's requests still find a connection, and other sports go on.
const SLOTS = Math.ceil(POOL_CONNECTIONS / 2);

const SLOTS_PER_SPORT = Math.ceil(SLOTS / 2);

const slots = createSlots(SLOTS);

const slotsOf = Object.fromEntries(
  allSports.map((sport) => [sport, createSlots(SLOTS_PER_SPORT)]),
) as Record<Sport, Slots>;

// A semaphore of its own for what only projects ratings: it waits for no lock and should not wait behind what does.
// One computes while another one reads; more would only occupy connections, since a process computes one at a time.
const PROJECTION_SLOTS = 2;

const projectionSlots = createSlots(PROJECTION_SLOTS);

/** Runs a transaction that judges and rates but stores nothing once it has a slot, retrying on contention. */
async function inProjectionSlot<Result>(transact: () => Promise<Result>): Promise<Result> {
  return await projectionSlots.run(async () => await retryOnContention(transact));
}

/** Runs a transaction that rates these sports once it has a slot of each, retrying on contention. */
export async function inRatingSlot<Result>(
  sports: readonly Sport[],
  transact: () => Promise<Result>,
): Promise<Result> {
  const run = async () => await slots.run(async () => await retryOnContention(transact));
  // In sorted order, so that two callers never wait for each other's slots.
  return await [...new Set(sports)]
    .toSorted()
    .reduceRight((inner, sport) => async () => await slotsOf[sport].run(inner), run)();
}

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

interface BatchWork<Outcome> {
  sports: readonly Sport[];
  isDryRun: boolean;
  /** Whether nothing is invalid as far as that shows without the database. */
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
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
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
  // A match with an error may be stored already, from before the rule existed, and a stored match is
  // not validated again. Then the whole batch is valid, and its other matches are stored.
  return outcome.kind === 'handled' && !isDryRun ? await store() : outcome;
}
