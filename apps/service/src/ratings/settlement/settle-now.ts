// Settles within a request: rates again what a change of the ledger made out of date (due), if few matches are affected.

import { setTimeout as sleep } from 'node:timers/promises';
import { waitAtMost } from '../../platform/concurrency/periodic-task.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import { currentTraceparent } from '../../platform/telemetry/tracing.ts';
import type { SettlementDependencies } from './fold.ts';
import { type SettleOptions, settleSport } from './settle-sport.ts';
import { insertDue, isDue, type NewDuePosition } from './store/due-positions.ts';
import { findSettlement } from './store/settlements.ts';

/** What a change of the ledger made due in one sport. */
export interface Due {
  sport: string;
  dueOrders: readonly number[];
}

export interface SettleNowOptions {
  /** How many matches may be rated again before the rest is left to the background. */
  maxMatches?: number;
  /** After this time, it neither waits for another settlement of the sport nor begins a new one. */
  timeoutMilliseconds?: number;
  /** Called with the ratings that changed. */
  onDifferences?: SettleOptions['onDifferences'];
}

// Some tenths of a second of work, because a caller waits for the answer.
const SMALL_REACH = 1_000;

const TIMEOUT_MILLISECONDS = 5_000;

const FIRST_PAUSE_MILLISECONDS = 20;

const MAX_PAUSE_MILLISECONDS = 250;

/**
 * Settles what is due in these sports at once, as long as it reaches few matches. The change that made it due is
 * committed already, so a failure here does not fail the request.
 * @returns whether it is settled. If not, the service settles it in the background, and logs what fails.
 */
export async function settleNow(
  dependencies: SettlementDependencies,
  due: readonly Due[],
  {
    maxMatches = SMALL_REACH,
    timeoutMilliseconds = TIMEOUT_MILLISECONDS,
    onDifferences,
  }: SettleNowOptions = {},
): Promise<boolean> {
  const deadline = performance.now() + timeoutMilliseconds;
  let isSettled = true;
  for (const ofSport of due) {
    const options = { maxMatches, deadline, onDifferences };
    if (!(await settleOne(dependencies, ofSport, options))) isSettled = false;
  }
  return isSettled;
}

interface SettleOne extends Pick<SettleNowOptions, 'onDifferences'> {
  maxMatches: number;
  /** As `performance.now()` measures it. */
  deadline: number;
}

// Single-flight by sport: one caller settles, or polls until another instance has settled. The others wait for that caller.
const attempts = new WeakMap<Database, Map<string, Promise<boolean>>>();

async function settleOne(
  dependencies: SettlementDependencies,
  { sport, dueOrders }: Due,
  options: SettleOne,
): Promise<boolean> {
  const { database } = dependencies;
  const underWay = attempts.get(database) ?? new Map<string, Promise<boolean>>();
  attempts.set(database, underWay);
  while (await isDue(database, dueOrders)) {
    const another = underWay.get(sport);
    if (another === undefined) {
      const attempt = settleOrWait(dependencies, sport, options);
      underWay.set(sport, attempt);
      const canContinue = await attempt.finally(() => underWay.delete(sport));
      if (!canContinue) break;
    } else {
      await waitAtMost(Math.max(options.deadline - performance.now(), 0), another);
    }
    // Otherwise the loop may not end: a due match can wait for its application's budget, while others add work.
    if (performance.now() >= options.deadline) break;
  }
  return !(await isDue(database, dueOrders));
}

/**
 * Settles a sport, and before that waits while another instance settles it.
 * @returns true if it settled. If false, the caller leaves the rest to the background.
 */
async function settleOrWait(
  dependencies: SettlementDependencies,
  sport: string,
  { maxMatches, deadline, onDifferences }: SettleOne,
): Promise<boolean> {
  let pause = FIRST_PAUSE_MILLISECONDS;
  for (;;) {
    const underWay = await findSettlement(dependencies.database, sport);
    if ((underWay?.matches ?? 0) > maxMatches) return false;
    const options = { maxMatches, pauseShare: 1, ...(onDifferences && { onDifferences }) };
    const outcome = await settleSport(dependencies, sport, options).catch(() => 'failed' as const);
    if (outcome !== 'busy') return outcome === 'settled';
    if (performance.now() >= deadline) return false;
    await sleep(pause);
    pause = Math.min(2 * pause, MAX_PAUSE_MILLISECONDS);
  }
}

/**
 * Marks positions in the ledger as due. The transaction must hold the locks of the sports.
 * @returns what is due by sport, for `settleNow` after the transaction is committed.
 */
export async function markDue(
  transaction: DatabaseTransaction,
  now: Date,
  positions: readonly NewDuePosition[],
): Promise<Due[]> {
  const dueOrders = await insertDue(transaction, now, positions, currentTraceparent());
  const bySport = Map.groupBy(positions.keys(), (index) => positions[index]?.sport ?? '');
  return [...bySport].map(([sport, indexes]) => ({
    sport,
    dueOrders: indexes.flatMap((index) => dueOrders[index] ?? []),
  }));
}
