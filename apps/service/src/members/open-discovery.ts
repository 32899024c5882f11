import { createPeriodicTask, type PeriodicTask } from '../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type FailureLog, logFailure } from '../platform/database/log-failure.ts';
import { toDay } from '../players/domain/day.ts';
import { openGrownUp } from './store/discovery.ts';

// Each appends to the leaderboards, so that a day with many birthdays is no long transaction.
const MEMBERS_AT_ONCE = 500;
const PAUSE_MILLISECONDS = 60_000;

/** Shows every member who has turned 16 and wants to be found; gives how many. */
export async function openDiscovery(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  signal?: AbortSignal,
): Promise<number> {
  let opened = 0;
  while (signal?.aborted !== true) {
    const some = await openGrownUp(database, toDay(clock()), MEMBERS_AT_ONCE);
    opened += some;
    if (some < MEMBERS_AT_ONCE) break;
  }
  return opened;
}

/** Opens discovery to each member within a minute of their 16th birthday (UTC). Any instance may. */
export function createDiscoveryOpening(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  { log }: { log: FailureLog },
): PeriodicTask {
  const run = async (signal: AbortSignal) => {
    await openDiscovery(dependencies, signal).catch((error: unknown) => {
      logFailure(log, { err: error }, 'Members who turned 16 could not be opened to discovery.');
    });
  };
  return createPeriodicTask(run, {
    firstPauseMilliseconds: 0,
    pauseMilliseconds: PAUSE_MILLISECONDS,
  });
}
