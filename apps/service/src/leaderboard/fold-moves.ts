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

/** Keeps the moves few, which every reader of a leaderboard goes through. Any instance may. */
export interface Folding {
  start: () => void;
  /** Waits for the step under way. */
  stop: () => Promise<void>;
}

const PAUSE_MILLISECONDS = 1_000;

export function createFolding(
  database: Database,
  { log, pauseMilliseconds = PAUSE_MILLISECONDS }: FoldingOptions,
): Folding {
  let running = false;
  let round: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function foldAll(): Promise<void> {
    let folded = 0;
    while (running) {
      const step = await foldStep(database);
      folded += step;
      if (step < MOVES_A_STEP) break;
    }
    if (folded > 0) await clearFolded(database);
  }

  function wake(): void {
    round = foldAll()
      .catch((error: unknown) => {
        logFailure(log, { err: error }, 'What moved on the leaderboards could not be folded in.');
      })
      .then(() => {
        if (running) timer = setTimeout(wake, pauseMilliseconds).unref();
      });
  }

  return {
    start: () => {
      running = true;
      wake();
    },
    stop: async () => {
      running = false;
      clearTimeout(timer);
      await round;
    },
  };
}
