// The background task that settles: it rates again the part of the ledger whose ratings are out of date (due).

import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge } from 'prom-client';
import { createPeriodicTask, type PeriodicTask } from '../../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type FailureLog, logFailure } from '../../platform/database/unreachable.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { SettlementDependencies } from './fold.ts';
import { type SettleOptions, settleSport } from './settle-sport.ts';
import { countDue, findSportsDue } from './store/due-positions.ts';

// Two, so that a settlement that takes minutes does not delay other sports. More would take connections from requests.
const SPORTS_AT_ONCE = 2;

// How often to look for other sports while one is being settled.
const LOOK_MILLISECONDS = 1_000;

interface SettleDueOptions extends SettleOptions {
  /** Called at once with each failure. By default, the first one is thrown after the running settlements have ended. */
  onFailure?: (error: unknown) => void;
}

/**
 * Settles what is due in all sports, and what becomes due in other sports during that. Every instance may call it, but only
 * one instance at a time settles a sport. A sport that fails is tried again as long as others are being settled.
 */
export async function settleDue(
  dependencies: SettlementDependencies,
  options: SettleDueOptions = {},
): Promise<void> {
  const failures: unknown[] = [];
  const { onFailure = (error) => failures.push(error), signal } = options;
  const underWay = new Map<string, Promise<void>>();
  // In the order of the last attempt, oldest first.
  const tried = new Set<string>();
  const failed = new Set<string>();
  const settle = async (sport: string) => {
    try {
      await settleSport(dependencies, sport, options);
      failed.delete(sport);
    } catch (error) {
      failed.add(sport);
      onFailure(error);
    }
    underWay.delete(sport);
  };
  // Without this, two sports that keep failing would keep this loop running.
  const mayRetry = (sport: string) =>
    !failed.has(sport) || [...underWay.keys()].some((other) => !failed.has(other));
  const mayGoOn = () => signal?.aborted !== true && failures.length === 0;
  let isAnyUntried: boolean;
  do {
    const due = await findSportsNow(dependencies).catch((error: unknown): string[] => {
      onFailure(error);
      return [];
    });
    const untried = due.filter((sport) => !tried.has(sport));
    // After the untried ones, because sports that keep failing would take their places.
    const again = [...tried].filter(
      (sport) => due.includes(sport) && !underWay.has(sport) && mayRetry(sport),
    );
    const free = mayGoOn() ? SPORTS_AT_ONCE - underWay.size : 0;
    for (const sport of [...untried, ...again].slice(0, free)) {
      tried.delete(sport);
      tried.add(sport);
      underWay.set(sport, settle(sport));
    }
    const isOver = new AbortController();
    const look = sleep(LOOK_MILLISECONDS, undefined, { signal: isOver.signal }).catch(() => {});
    await Promise.race([Promise.all(underWay.values()), look]);
    isOver.abort();
    isAnyUntried = untried.some((sport) => !tried.has(sport));
  } while (mayGoOn() && (underWay.size > 0 || isAnyUntried));
  await Promise.all(underWay.values());
  if (failures.length > 0) throw failures[0];
}

async function findSportsNow({
  database,
  clock,
  configuration,
}: SettlementDependencies): Promise<string[]> {
  return await findSportsDue(database, { budget: configuration.settlementBudget, now: clock() });
}

interface SettlementTaskOptions {
  log: FailureLog;
  pauseMilliseconds?: number;
}

interface SettlementTask extends PeriodicTask {
  /** The number of matches that it has read. */
  settled: () => number;
}

const PAUSE_MILLISECONDS = 1_000;

// It pauses as long as it works, so that requests that submit matches get half of the time.
const PAUSE_SHARE = 1;

/** Creates the task that settles what is due, in the background. */
export function createSettlementTask(
  dependencies: SettlementDependencies,
  { log, pauseMilliseconds = PAUSE_MILLISECONDS }: SettlementTaskOptions,
): SettlementTask {
  let settled = 0;
  const onProgress = (matches: number) => {
    settled += matches;
  };
  const onFailure = (error: unknown) => {
    logFailure(
      log,
      { err: error },
      'Late results and corrections could not be settled. The service retries.',
    );
  };
  const settle = async (signal: AbortSignal) => {
    await settleDue(dependencies, { signal, pauseShare: PAUSE_SHARE, onProgress, onFailure });
  };
  const task = createPeriodicTask(settle, { firstPauseMilliseconds: 0, pauseMilliseconds });
  return { ...task, settled: () => settled };
}

/** Adds metrics of what is due, and of what this instance has settled. */
export function measureSettlement(
  { registry, beforeReading }: Metrics,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { settled }: Pick<SettlementTask, 'settled'>,
): void {
  const registers = [registry];
  const due = new Gauge({
    name: 'partner_rating_settlement_due',
    help: 'Late results and corrections that wait to be settled.',
    registers,
  });
  const oldestDue = new Gauge({
    name: 'partner_rating_settlement_oldest_due_seconds',
    help: 'How long the oldest late result or correction has waited, in seconds.',
    registers,
  });
  const matches = new Counter({
    name: 'partner_rating_settlement_matches_total',
    help: 'Matches that this instance has read to settle what was due.',
    registers,
    collect: () => {
      matches.reset();
      matches.inc(settled());
    },
  });
  beforeReading(async () => {
    const { positions, oldest } = await countDue(database).catch((error: unknown) => {
      // The values of the last reading would be out of date.
      for (const gauge of [due, oldestDue]) gauge.remove();
      throw error;
    });
    due.set(positions);
    oldestDue.set(oldest === null ? 0 : (clock().getTime() - oldest.getTime()) / 1_000);
  });
}
