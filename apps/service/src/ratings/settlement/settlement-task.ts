import { createPeriodicTask, type PeriodicTask } from '../../platform/concurrency/periodic-task.ts';
import { type FailureLog, logFailure } from '../../platform/database/log-failure.ts';
import { settleDue } from './settle-due.ts';
import type { SettlementDependencies } from './settlement-dependencies.ts';

export interface SettlementTaskOptions {
  log: FailureLog;
  pauseMilliseconds?: number;
}

export interface SettlementTask extends PeriodicTask {
  /** How many matches it has gone through. */
  settled: () => number;
}

const PAUSE_MILLISECONDS = 1_000;

// As much time for everybody else as a settlement takes.
const PAUSE_SHARE = 1;

/** Settles what is due, again and again. */
export function createSettlementTask(
  dependencies: SettlementDependencies,
  { log, pauseMilliseconds = PAUSE_MILLISECONDS }: SettlementTaskOptions,
): SettlementTask {
  let settled = 0;
  const onProgress = (matches: number) => {
    settled += matches;
  };
  const onFailure = (error: unknown) => {
    logFailure(log, { err: error }, 'What is due could not be settled. It is tried again.');
  };
  const settle = async (signal: AbortSignal) => {
    await settleDue(dependencies, { signal, pauseShare: PAUSE_SHARE, onProgress, onFailure });
  };
  const task = createPeriodicTask(settle, { firstPauseMilliseconds: 0, pauseMilliseconds });
  return { ...task, settled: () => settled };
}
