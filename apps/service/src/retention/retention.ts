import { setTimeout as sleep } from 'node:timers/promises';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { FailureLog } from '../platform/database/log-failure.ts';
import { pruneRound, type Round } from './prune-round.ts';

export interface RetentionOptions {
  log: FailureLog;
  /** Before the first round, when an instance that starts has better to do. */
  firstRoundMilliseconds?: number;
  /** Between two rounds. */
  roundMilliseconds?: number;
}

const FIRST_ROUND_MILLISECONDS = 60_000;
const ROUND_MILLISECONDS = 600_000;

const ROWS_A_STEP = 500;

// Between two steps, so that those who wait for the database have their turn.
const PAUSE_MILLISECONDS = 50;

/** Deletes what is kept no longer. Any number of instances may, over one database. */
export interface Retention {
  start: () => void;
  /** How many rows it has deleted since it was made, by what they were. */
  deleted: () => ReadonlyMap<string, number>;
  /** Waits for the step under way. */
  stop: () => Promise<void>;
}

export function createRetention(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  {
    log,
    firstRoundMilliseconds = FIRST_ROUND_MILLISECONDS,
    roundMilliseconds = ROUND_MILLISECONDS,
  }: RetentionOptions,
): Retention {
  let running = false;
  let round: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const total = new Map<string, number>();

  const rest: Round['rest'] = async ({ what, deleted }) => {
    total.set(what, (total.get(what) ?? 0) + deleted);
    if (running) await sleep(PAUSE_MILLISECONDS);
    return running;
  };
  const plan = (milliseconds: number) => {
    timer = setTimeout(() => {
      round = pruneRound(database, { now: clock(), rowsAStep: ROWS_A_STEP, rest, log }).then(() => {
        if (running) plan(roundMilliseconds);
      });
    }, milliseconds).unref();
  };

  return {
    deleted: () => total,
    start: () => {
      running = true;
      plan(firstRoundMilliseconds);
    },
    stop: async () => {
      running = false;
      clearTimeout(timer);
      await round;
    },
  };
}
