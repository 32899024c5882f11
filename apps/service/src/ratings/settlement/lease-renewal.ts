import { createPeriodicTask, type PeriodicTask } from '../../platform/concurrency/periodic-task.ts';
import type { Database } from '../../platform/database/schema.ts';
import { type Lease, renewLease } from './store/settlements.ts';

/** How long others wait for a holder that has died. */
export const LEASE_MILLISECONDS = 10_000;

const PAUSE_MILLISECONDS = LEASE_MILLISECONDS / 5;

/**
 * Renews a lease until it is stopped, however long a single step of its holder takes. A step asks for itself
 * whether the lease is still held, so a renewal that fails needs nobody to hear of it.
 */
export function createLeaseRenewal(
  database: Database,
  lease: () => Lease,
  pauseMilliseconds = PAUSE_MILLISECONDS,
): PeriodicTask {
  const run = async () => {
    await renewLease(database, lease()).catch(() => false);
  };
  return createPeriodicTask(run, {
    firstPauseMilliseconds: pauseMilliseconds,
    pauseMilliseconds,
  });
}
