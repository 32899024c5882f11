import { setTimeout as sleep } from 'node:timers/promises';
import { type SettleOptions, settleSport } from './settle-sport.ts';
import type { SettlementDependencies } from './settlement-dependencies.ts';
import { isDue } from './store/due-positions.ts';
import { findSettlement } from './store/settlements.ts';

/** What a change of the ledger left to be settled, in one sport. */
export interface Due {
  sport: string;
  dueOrders: readonly number[];
}

export interface SettleNowOptions {
  /** How many matches may be rated again before it is left to the service's own settlements. */
  maxMatches?: number;
  /** How long to wait for another settlement of the sport. */
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

async function settleOne(
  dependencies: SettlementDependencies,
  { sport, dueOrders }: Due,
  {
    maxMatches,
    deadline,
    onDifferences,
  }: Pick<SettleNowOptions, 'onDifferences'> & { maxMatches: number; deadline: number },
): Promise<boolean> {
  const { database } = dependencies;
  let pause = FIRST_PAUSE_MILLISECONDS;
  while (await isDue(database, dueOrders)) {
    const options = { maxMatches, ...(onDifferences && { onDifferences }) };
    const outcome = await settleSport(dependencies, sport, options).catch(() => 'failed' as const);
    if (outcome === 'settled' || outcome === 'stopped') continue;
    if (outcome !== 'busy') break;
    const underWay = await findSettlement(database, sport);
    if ((underWay?.matches ?? 0) > maxMatches || performance.now() >= deadline) break;
    await sleep(pause);
    pause = Math.min(2 * pause, MAX_PAUSE_MILLISECONDS);
  }
  return !(await isDue(database, dueOrders));
}
