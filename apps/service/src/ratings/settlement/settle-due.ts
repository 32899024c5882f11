import { setTimeout as sleep } from 'node:timers/promises';
import { type SettleOptions, settleSport } from './settle-sport.ts';
import type { SettlementDependencies } from './settlement-dependencies.ts';
import { findSportsDue } from './store/due-positions.ts';

// One that takes minutes keeps no other sport waiting; more would take connections from requests.
const SPORTS_AT_ONCE = 2;

// How often to look for other sports while one is being settled.
const LOOK_MILLISECONDS = 1_000;

/**
 * Settles whatever is due, and what becomes due meanwhile in other sports. Any instance may; each sport is settled
 * by one.
 * @throws what one of the settlements failed with, after the others have ended.
 */
export async function settleDue(
  dependencies: SettlementDependencies,
  options: SettleOptions = {},
): Promise<void> {
  const { database, clock, configuration } = dependencies;
  const underWay = new Map<string, Promise<void>>();
  // Those that cannot be settled now would take the places of others at every look.
  const refused = new Set<string>();
  const failures: unknown[] = [];
  const settle = async (sport: string) => {
    try {
      const outcome = await settleSport(dependencies, sport, options);
      if (outcome !== 'settled') refused.add(sport);
    } catch (error) {
      failures.push(error);
    } finally {
      underWay.delete(sport);
    }
  };
  let refusedBefore: number;
  do {
    refusedBefore = refused.size;
    const filter = { budget: configuration.settlementBudget, now: clock() };
    for (const sport of await findSportsDue(database, filter)) {
      if (options.signal?.aborted === true || underWay.size === SPORTS_AT_ONCE) break;
      if (!underWay.has(sport) && !refused.has(sport)) underWay.set(sport, settle(sport));
    }
    const isOver = new AbortController();
    const look = sleep(LOOK_MILLISECONDS, undefined, { signal: isOver.signal }).catch(() => {});
    await Promise.race([Promise.all(underWay.values()), look]);
    isOver.abort();
  } while ((underWay.size > 0 || refused.size > refusedBefore) && failures.length === 0);
  await Promise.all(underWay.values());
  if (failures.length > 0) throw failures[0];
}
