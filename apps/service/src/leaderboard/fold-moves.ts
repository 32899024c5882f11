import { createPeriodicTask, type PeriodicTask } from '../platform/concurrency/periodic-task.ts';
import { type FailureLog, logFailure } from '../platform/database/log-failure.ts';
import type { Database } from '../platform/database/schema.ts';
import { clearFolded, countMoves, foldMoves, tryToFold } from './store/fold.ts';

// Few enough to be over soon, many enough that most of them fall into the same stretches.
const MOVES_A_STEP = 10_000;

/** Folds some of the moves; gives how many there were, none where another instance is at it. */
export async function foldStep(database: Database, limit = MOVES_A_STEP): Promise<number> {
  return await database.transaction().execute(async (transaction) => {
    if (!(await tryToFold(transaction))) return 0;
    const waiting = await countMoves(transaction, limit);
    if (waiting > 0) await foldMoves(transaction, limit);
    return waiting;
  });
}

export interface FoldingOptions {
  log: FailureLog;
  pauseMilliseconds?: number;
}

const PAUSE_MILLISECONDS = 1_000;

/** Keeps the moves few, which every reader of a leaderboard goes through. Any instance may. */
export function createFolding(
  database: Database,
  { log, pauseMilliseconds = PAUSE_MILLISECONDS }: FoldingOptions,
): PeriodicTask {
  async function foldAll(signal: AbortSignal): Promise<void> {
    let folded = 0;
    while (!signal.aborted) {
      const step = await foldStep(database);
      folded += step;
      if (step < MOVES_A_STEP) break;
    }
    if (folded > 0) await clearFolded(database);
  }

  const fold = async (signal: AbortSignal) =>
    await foldAll(signal).catch((error: unknown) => {
      logFailure(log, { err: error }, 'What moved on the leaderboards could not be folded in.');
    });
  return createPeriodicTask(fold, { firstPauseMilliseconds: 0, pauseMilliseconds });
}
