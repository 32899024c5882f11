import { setTimeout as sleep } from 'node:timers/promises';
import { waitAtMost } from '../../platform/concurrency/periodic-task.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import type { SettlementDependencies } from './open-fold.ts';
import { type SettleOptions, settleSport } from './settle-sport.ts';
import { insertDue, isDue, type NewDuePosition } from './store/due-positions.ts';
import { findSettlement } from './store/settlements.ts';

/** What a change of the ledger left to be settled, in one sport. */
export interface Due {
  sport: string;
  dueOrders: readonly number[];
}

export interface SettleNowOptions {
  /** How many matches may be rated again before it is left to the service's own settlements. */
  maxMatches?: number;
  /** How long to wait for other settlements of the sport, and to begin one after the other. */
  timeoutMilliseconds?: number;
  /** Called with what is changed. */
  onDifferences?: SettleOptions['onDifferences'];
}

// Some tenths of a second of work, for somebody who waits for the answer.
const SMALL_REACH = 1_000;

const TIMEOUT_MILLISECONDS = 5_000;

const FIRST_PAUSE_MILLISECONDS = 20;

const MAX_PAUSE_MILLISECONDS = 250;

/**
 * Settles at once what somebody waits for, with all that is due in these sports, as long as it reaches few
 * matches.
 * What made it due is stored by then, so a settlement that fails is no failure of it.
 * @returns whether it is settled; what is not is settled by the service in the background, which also logs
 *   what fails.
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
  /** In the time of `performance.now()`. */
  deadline: number;
}

// Single-flight by sport: one caller settles, or waits until another instance has. The others wait for it.
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
      const isWorthMore = await attempt.finally(() => underWay.delete(sport));
      if (!isWorthMore) break;
    } else {
      await waitAtMost(Math.max(options.deadline - performance.now(), 0), another);
    }
    // What is due may be beyond a budget, and what others have due never ends.
    if (performance.now() >= options.deadline) break;
  }
  return !(await isDue(database, dueOrders));
}

/** Settles a sport, or waits until another holder has; whether more may be settled at once. */
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
 * Marks positions in the ledger as due for settlement. The transaction must hold the ratings of the sports.
 * @returns what is due by sport, to be settled once the transaction is committed (`settleNow`).
 */
export async function markDue(
  transaction: DatabaseTransaction,
  now: Date,
  positions: readonly NewDuePosition[],
): Promise<Due[]> {
  const dueOrders = await insertDue(transaction, now, positions);
  const bySport = Map.groupBy(positions.keys(), (index) => positions[index]?.sport ?? '');
  return [...bySport].map(([sport, indexes]) => ({
    sport,
    dueOrders: indexes.flatMap((index) => dueOrders[index] ?? []),
  }));
}
