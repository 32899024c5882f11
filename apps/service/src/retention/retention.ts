import { setTimeout as sleep } from 'node:timers/promises';
import { clearRemains } from '../erasure/clear-remains.ts';
import { createPeriodicTask, type PeriodicTask } from '../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type FailureLog, logFailure } from '../platform/database/log-failure.ts';
import { makeDeliveryDays } from '../webhooks/store/delivery-days.ts';
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

const ROWS_PER_CHUNK = 500;

// Between two chunks, so that others get the database.
const PAUSE_MILLISECONDS = 50;

/** Deletes what is kept no longer. Any number of instances may, over one database. */
export interface Retention extends PeriodicTask {
  /** How many rows it has deleted since it was made, by what they were. */
  deleted: () => ReadonlyMap<string, number>;
}

export function createRetention(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  {
    log,
    firstRoundMilliseconds = FIRST_ROUND_MILLISECONDS,
    roundMilliseconds = ROUND_MILLISECONDS,
  }: RetentionOptions,
): Retention {
  const { database, clock } = dependencies;
  const total = new Map<string, number>();

  const prune = async (signal: AbortSignal) => {
    const rest: Round['rest'] = async ({ what, deleted }) => {
      total.set(what, (total.get(what) ?? 0) + deleted);
      if (!signal.aborted) await sleep(PAUSE_MILLISECONDS);
      return !signal.aborted;
    };
    await makeDeliveryDays(database, clock()).catch((error: unknown) => {
      logFailure(
        log,
        { err: error },
        'Tables for the deliveries of the next days could not be made.',
      );
    });
    await pruneRound(database, { now: clock(), rowsPerChunk: ROWS_PER_CHUNK, rest, log });
    if (signal.aborted) return;
    await clearRemains(dependencies).catch((error: unknown) => {
      logFailure(log, { err: error }, 'What erasures left in the database could not be cleared.');
    });
  };
  const task = createPeriodicTask(prune, {
    firstPauseMilliseconds: firstRoundMilliseconds,
    pauseMilliseconds: roundMilliseconds,
  });
  return { ...task, deleted: () => total };
}
