import { ProblemError } from '@partner-rating/server';
import { type Counters, countInMemory } from './counters.ts';

/**
 * Counts the e-mail addresses that an import of an application asks about, so that nobody goes through a
 * list of them. What is refused here is not looked up, so it does not count, unless it arrived with others.
 * @throws ProblemError `validation_failed` where the import has more than an hour takes, and
 * `rate_limited` with `Retry-After` where there were too many before it.
 */
export type AddressLimit = (applicationId: string, addresses: number) => Promise<void>;

const HOUR_SECONDS = 3_600;

/** @param limit Addresses an hour for each application; 0 is off. */
export function createAddressLimit(limit: number, counters: Counters): AddressLimit {
  const count = (limit === 0 ? countInMemory() : counters).counter('import-email', HOUR_SECONDS);
  return async (applicationId, addresses) => {
    if (limit === 0 || addresses === 0) return;
    if (addresses > limit) throw tooManyAtOnce(addresses, limit);
    const before = await count(applicationId, 0);
    if (before.requests + addresses > limit) throw tooManyNow(limit, before.resetSeconds);
    // Imports that arrive together have read the same count.
    const { requests, resetSeconds } = await count(applicationId, addresses);
    if (requests > limit) throw tooManyNow(limit, resetSeconds);
  };
}

function tooManyAtOnce(addresses: number, limit: number): ProblemError {
  const detail =
    `There are ${addresses} e-mail addresses of participants to look for, each with each name beside it; one import takes ${limit}, as do ` +
    'all imports and dry runs of an hour together. Split it and send the rest an hour later, or ' +
    'leave addresses out.';
  return new ProblemError('validation_failed', {
    errors: [{ pointer: '/matches', code: 'maxItems', detail }],
  });
}

function tooManyNow(limit: number, resetSeconds: number): ProblemError {
  return new ProblemError('rate_limited', {
    detail:
      `The participants' e-mail addresses, each with each name beside it, are more than ${limit} within an hour, all ` +
      `imports and dry runs together. Wait ${resetSeconds} seconds (Retry-After), or leave addresses out.`,
    headers: { 'retry-after': String(resetSeconds) },
  });
}
