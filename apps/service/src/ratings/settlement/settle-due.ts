import { setTimeout as sleep } from 'node:timers/promises';
import { type SettleOptions, settleSport } from './settle-sport.ts';
import type { SettlementDependencies } from './settlement-dependencies.ts';
import { findSportsDue } from './store/due-positions.ts';

// One that takes minutes keeps no other sport waiting; more would take connections from requests.
const SPORTS_AT_ONCE = 2;

// How often to look for other sports while one is being settled.
const LOOK_MILLISECONDS = 1_000;

export interface SettleDueOptions extends SettleOptions {
  /** Called at once with each failure. Without it the first is thrown once what is under way has ended. */
  onFailure?: (error: unknown) => void;
}

/**
 * Settles whatever is due, and what becomes due meanwhile in other sports. Any instance may; each sport is settled
 * by one. A sport that cannot be settled is tried again for as long as others are being settled.
 */
export async function settleDue(
  dependencies: SettlementDependencies,
  options: SettleDueOptions = {},
): Promise<void> {
  const failures: unknown[] = [];
  const { onFailure = (error) => failures.push(error), signal } = options;
  const underWay = new Map<string, Promise<void>>();
  // The one tried longest ago first.
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
  // Two that fail in turn would never let it end.
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
    // Those that could not be settled before would take the places of others.
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
