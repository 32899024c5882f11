import { sports as allSports, isSport, type Sport } from '@partner-rating/ratings';
import { retryOnContention } from '../platform/concurrency/periodic-task.ts';
import { createSlots, type Slots } from '../platform/concurrency/slots.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { POOL_CONNECTIONS } from '../platform/database/pool.ts';
import { readSnapshot } from '../platform/database/prepared-statement.ts';
import type { Database, DatabaseTransaction } from '../platform/database/schema.ts';
import { type Due, type SettleNowOptions, settleNow } from '../ratings/settlement/settle-now.ts';
import { addParts } from '../ratings/store/parts.ts';
import { lockRatingsExclusive, lockRatingsShared } from '../ratings/store/ratings.ts';

// One semaphore limits all transactions that write matches, and one limits those of each sport. A transaction occupies a
// connection, also while it waits for the lock of its sport. The limits leave connections to reads and to other sports.
interface WriteSlots {
  all: Slots;
  ofSport: Record<Sport, Slots>;
}

const writeSlots = new WeakMap<Database, WriteSlots>();

/** Sets how many transactions of this process may write matches at the same time. Half of them may be of one sport. */
export function setWriteSlots(database: Database, count: number): WriteSlots {
  const perSport = Math.ceil(count / 2);
  const ofSport = Object.fromEntries(
    allSports.map((sport) => [sport, createSlots(perSport)]),
  ) as Record<Sport, Slots>;
  const slots = { all: createSlots(count), ofSport };
  writeSlots.set(database, slots);
  return slots;
}

/** Half of the connections, so that the others are left to reads. */
export function defaultWriteSlots(connections: number): number {
  return Math.ceil(connections / 2);
}

// Dry runs take no lock, so they have their own semaphore and do not wait for writers. Two are enough: while one dry run
// reads, the other computes.
const PROJECTION_SLOTS = 2;
const projectionSlots = createSlots(PROJECTION_SLOTS);

/** How a transaction holds the ratings of its sports. */
export type WriteLock = 'shared' | 'exclusive';

/** `none` if the transaction stores nothing. */
export type RatingLock = 'none' | WriteLock;

/** Thrown under the shared lock if a transaction changes which players a stored match moves. That needs the exclusive lock. */
export class ExclusiveLockNeededError extends Error {
  override name = 'ExclusiveLockNeededError';
}

/**
 * Runs a transaction that writes matches of these sports, and retries it on contention. It takes the lock of the sports
 * first. Transactions that start under the shared lock run side by side; a transaction that then needs the
 * exclusive lock starts again, because two transactions that upgrade a shared lock would wait for each other.
 */
export async function inWriteTransaction<Result>(
  database: Database,
  { sports, lock: first }: { sports: readonly string[]; lock: WriteLock },
  work: (transaction: DatabaseTransaction, lock: WriteLock) => Promise<Result>,
): Promise<Result> {
  const attempt = async (lock: WriteLock) =>
    await retryOnContention(
      async () =>
        await database.transaction().execute(async (transaction) => {
          await (lock === 'shared' ? lockRatingsShared : lockRatingsExclusive)(transaction, sports);
          return await work(transaction, lock);
        }),
    );
  return await inSlots(
    database,
    sports,
    async () =>
      await attempt(first).catch(async (error: unknown) => {
        if (!(error instanceof ExclusiveLockNeededError)) throw error;
        return await attempt('exclusive');
      }),
  );
}

async function inSlots<Result>(
  database: Database,
  sports: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const { all, ofSport } =
    writeSlots.get(database) ?? setWriteSlots(database, defaultWriteSlots(POOL_CONNECTIONS));
  const run = async () => await all.run(work);
  // In sorted order, so that two callers never wait for each other's slots.
  return await [...new Set(sports.filter(isSport))]
    .toSorted()
    .reduceRight((inner, sport) => async () => await ofSport[sport].run(inner), run)();
}

// A settlement rates late or corrected matches again in the order of play. A batch does not wait for a long settlement of
// its sport: the running settlement, or the next one, also settles what the batch confirmed.
const MAX_WAIT_MILLISECONDS = 200;

/** The outcome of a batch, and the ratings that are still to be settled. */
export interface BatchDone<Outcome> {
  outcome: Outcome;
  due: readonly Due[];
}

interface BatchWork<Outcome> {
  sports: readonly string[];
  isDryRun: boolean;
  /** False if an error can be found without the database. */
  isValid: boolean;
  /** Judges the matches and, unless there is no lock, stores them. */
  handle: (transaction: DatabaseTransaction, lock: RatingLock) => Promise<BatchDone<Outcome>>;
  settling?: SettleNowOptions;
}

/**
 * Runs the work of a batch or an import in one transaction, and then settles what the work confirmed, if that takes little
 * time.
 * A batch that stores nothing reads one snapshot and takes no lock.
 */
export async function inBatchTransaction<Outcome extends { kind: string }>(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  { sports, isDryRun, isValid, handle, settling }: BatchWork<Outcome>,
): Promise<Outcome> {
  const { database, clock } = dependencies;
  const store = async () => {
    await addParts(database, sports.filter(isSport), clock());
    const { outcome, due } = await inWriteTransaction(database, { sports, lock: 'shared' }, handle);
    await settleNow(dependencies, due, settling ?? { timeoutMilliseconds: MAX_WAIT_MILLISECONDS });
    return outcome;
  };
  if (isValid && !isDryRun) return await store();
  const project = async () =>
    await readSnapshot(database, async (snapshot) => await handle(snapshot, 'none'));
  const { outcome } = await projectionSlots.run(async () => await retryOnContention(project));
  // A match that breaks a rule may have been stored before the rule existed, and a stored match is not validated
  // again. Then the batch is valid, and its other matches are stored.
  return outcome.kind === 'handled' && !isDryRun ? await store() : outcome;
}
