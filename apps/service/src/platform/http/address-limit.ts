import { ProblemError } from '@partner-rating/server';
import { type Counters, countInMemory } from './counters.ts';

/**
 * Counts e-mail addresses that an application asks about, so that nobody goes through a list of them.
 * @throws ProblemError `rate_limited` with `Retry-After` when there were too many.
 */
export type AddressLimit = (applicationId: string, addresses: number) => Promise<void>;

const HOUR_SECONDS = 3_600;

/** @param limit Addresses an hour for each application; 0 is off. */
export function createAddressLimit(limit: number, counters: Counters): AddressLimit {
  const count = (limit === 0 ? countInMemory() : counters).counter('import-email', HOUR_SECONDS);
  return async (applicationId, addresses) => {
    if (limit === 0 || addresses === 0) return;
    const { requests, resetSeconds } = await count(applicationId, addresses);
    if (requests <= limit) return;
    throw new ProblemError('rate_limited', {
      detail:
        `The participants' e-mail addresses are more than ${limit} within an hour, all imports and ` +
        `dry runs together. Wait ${resetSeconds} seconds (Retry-After), or leave addresses out.`,
      headers: { 'retry-after': String(resetSeconds) },
    });
  };
}
