import { type Operation, ProblemError } from '@partner-rating/server';
import type { Configuration } from '../configuration/configuration.ts';
import { type Counters, countInMemory, createRateLimit, type RateLimit } from './rate-limits.ts';

/**
 * Counts the email addresses that an import of an application asks about, so that nobody goes through a
 * list of them. What is refused here is not looked up, so it does not count, unless it arrived with others.
 * @throws ProblemError `validation_failed` where the import has more than an hour takes, and
 * `rate_limited` with `Retry-After` where there were too many before it.
 */
type AddressLimit = (applicationId: string, addresses: number) => Promise<void>;

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
    `There are ${addresses} email addresses of participants to look for, each with each name beside it; one import takes ${limit}, as do ` +
    'all imports and dry runs of an hour together. Split it and send the rest an hour later, or ' +
    'leave addresses out.';
  return new ProblemError('validation_failed', {
    errors: [{ pointer: '/matches', code: 'maxItems', detail }],
  });
}

function tooManyNow(limit: number, resetSeconds: number): ProblemError {
  return new ProblemError('rate_limited', {
    detail:
      `The participants' email addresses, each with each name beside it, are more than ${limit} within an hour, all ` +
      `imports and dry runs together. Wait ${resetSeconds} seconds (Retry-After), or leave addresses out.`,
    headers: { 'retry-after': String(resetSeconds) },
  });
}

/** Every limit of the service, over one set of counters. */
export interface Limits {
  /** By the class of the operation: of a key or connection, and `token` of an application. */
  operations: Record<Operation['rateLimitClass'], RateLimit>;
  /** For pages, links and unknown paths, from a network. */
  network: RateLimit;
  /**
   * For log-ins: from an address, to an account from an address, to an account from anywhere, and from
   * a browser that is known for the account.
   */
  logInAddress: RateLimit;
  logInPair: RateLimit;
  logInAccount: RateLimit;
  logInDevice: RateLimit;
  /** For a player's attempts to prove the password while logged in. */
  password: RateLimit;
  /** For one-time codes, by account under the password it has, or by known browser: so many an hour. */
  code: RateLimit;
  /** For forms that send a mail, from an address. */
  mail: RateLimit;
  /** For email addresses that an application's imports ask about. */
  importEmails: AddressLimit;
}

type LimitSettings = Pick<
  Configuration,
  | 'rateLimit'
  | 'ingestRateLimit'
  | 'webhookTestRateLimit'
  | 'tokenRateLimit'
  | 'networkRateLimit'
  | 'logInRateLimit'
  | 'importEmailLimit'
>;

// How many networks' worth of attempts an account takes together. Fewer, and one who guesses from a
// few networks keeps the owner from a new device; more, and guessing from many is faster.
const NETWORKS_OF_AN_ACCOUNT = 5;

const HOUR_SECONDS = 3_600;

export function createLimits(
  {
    rateLimit,
    ingestRateLimit,
    webhookTestRateLimit,
    tokenRateLimit,
    networkRateLimit,
    logInRateLimit,
    importEmailLimit,
  }: LimitSettings,
  counters: Counters,
): Limits {
  const of = (policy: string, limit: number) => createRateLimit({ policy, limit, counters });
  return {
    operations: {
      default: of('default', rateLimit),
      ingest: of('ingest', ingestRateLimit),
      token: of('token', tokenRateLimit),
      'webhook-test': of('webhook-test', webhookTestRateLimit),
    },
    network: of('network', networkRateLimit),
    logInAddress: of('log-in-address', logInRateLimit),
    logInPair: of('log-in-pair', logInRateLimit),
    logInAccount: of('log-in-account', logInRateLimit * NETWORKS_OF_AN_ACCOUNT),
    logInDevice: of('log-in-device', logInRateLimit),
    password: of('password', logInRateLimit),
    // Three of a million codes fit at a time, so the guesses of a day must be few.
    code: createRateLimit({
      policy: 'code',
      limit: logInRateLimit,
      counters,
      windowSeconds: HOUR_SECONDS,
    }),
    mail: of('mail', logInRateLimit),
    importEmails: createAddressLimit(importEmailLimit, counters),
  };
}
