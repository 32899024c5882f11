import { type SettleOptions, settleSport } from './settle-sport.ts';
import type { SettlementDependencies } from './settlement-dependencies.ts';
import { findSportsDue } from './store/due-positions.ts';

/** Settles whatever is due, one sport after the other. Any instance may; each sport is settled by one. */
export async function settleDue(
  dependencies: SettlementDependencies,
  options: SettleOptions = {},
): Promise<void> {
  const { database, clock, configuration } = dependencies;
  const filter = { budget: configuration.settlementBudget, now: clock() };
  for (const sport of await findSportsDue(database, filter)) {
    await settleSport(dependencies, sport, options);
    if (options.signal?.aborted === true) return;
  }
}
