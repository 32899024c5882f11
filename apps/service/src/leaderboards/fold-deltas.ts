import { createPeriodicTask, type PeriodicTask } from '../platform/concurrency/periodic-task.ts';
import type { Database, DatabaseTransaction } from '../platform/database/schema.ts';
import { type FailureLog, logFailure } from '../platform/database/unreachable.ts';
import {
  clearFolded,
  countDeltas,
  foldDeltas,
  foldDeltasOf,
  lockFolding,
  tryLockFolding,
} from './store/fold.ts';

// Few enough for a short transaction, and enough that most of them change the same buckets.
const DELTAS_PER_CHUNK = 10_000;

/** Folds some deltas: merges these changes into the standings. Returns how many; 0 if another instance is folding. */
export async function foldChunk(database: Database, limit = DELTAS_PER_CHUNK): Promise<number> {
  return await database.transaction().execute(async (transaction) => {
    if (!(await tryLockFolding(transaction))) return 0;
    const waiting = await countDeltas(transaction, limit);
    if (waiting > 0) await foldDeltas(transaction, limit);
    return waiting;
  });
}

/**
 * Folds all deltas of the members, in the transaction that has locked their rows. When it commits, the boards
 * have no old data of these members.
 */
export async function foldMembers(
  transaction: DatabaseTransaction,
  memberNumbers: readonly number[],
): Promise<void> {
  await lockFolding(transaction);
  await foldDeltasOf(transaction, memberNumbers);
}

export interface FoldingOptions {
  log: FailureLog;
  pauseMilliseconds?: number;
}

const PAUSE_MILLISECONDS = 1_000;

/** Keeps the deltas few, because every reader of a leaderboard reads them. Each instance may do this. */
export function createFolding(
  database: Database,
  { log, pauseMilliseconds = PAUSE_MILLISECONDS }: FoldingOptions,
): PeriodicTask {
  async function foldAll(signal: AbortSignal): Promise<void> {
    let folded = 0;
    while (!signal.aborted) {
      const step = await foldChunk(database);
      folded += step;
      if (step < DELTAS_PER_CHUNK) break;
    }
    if (folded > 0) await clearFolded(database);
  }

  const fold = async (signal: AbortSignal) =>
    await foldAll(signal).catch((error: unknown) => {
      logFailure(log, { err: error }, 'Changes of the leaderboards could not be folded.');
    });
  return createPeriodicTask(fold, { firstPauseMilliseconds: 0, pauseMilliseconds });
}
