import { type Operation, ProblemError, rateLimited } from '@partner-rating/server';
import type { Configuration } from '../configuration/configuration.ts';
import { type Counters, countInMemory, createRateLimit, type RateLimit } from './rate-limits.ts';

/**
 * Counts the email addresses that an import of an application asks about, so that nobody can test a list of them.
 * A refused import looks nothing up, so it does not count, unless another import arrived at the same time.
 * @throws ProblemError `validation_failed` if one import exceeds the limit of an hour, and
 * `rate_limited` with `Retry-After` if earlier imports leave too little.
 */
type AddressLimit = (applicationId: string, addresses: number) => Promise<void>;

/** @param limit Addresses an hour for each application. 0 turns the limit off. */
export function createAddressLimit(limit: number, counters: Counters): AddressLimit {
  const count = (limit === 0 ? countInMemory() : counters).counter('import-email', HOUR_SECONDS);
  return async (applicationId, addresses) => {
    if (limit === 0 || addresses === 0) return;
    if (addresses > limit) throw tooManyAtOnce(addresses, limit);
    const before = await count(applicationId, 0);
    if (before.requests + addresses > limit) throw tooManyNow(limit, before.resetSeconds);
    // Imports that arrive together may have read the same count.
    const { requests, resetSeconds } = await count(applicationId, addresses);
    if (requests > limit) throw tooManyNow(limit, resetSeconds);
  };
}

function tooManyAtOnce(addresses: number, limit: number): ProblemError {
  const detail =
    `The import asks about ${addresses} email addresses, counted once for each name that they come with. ` +
    `All imports and dry runs of an hour may ask about ${limit}. Split the import and send the rest an hour later, ` +
    'or leave addresses out.';
  return new ProblemError('validation_failed', {
    errors: [{ pointer: '/matches', code: 'maxItems', detail }],
  });
}

function tooManyNow(limit: number, resetSeconds: number): ProblemError {
  const reason =
    `All imports and dry runs of an hour may ask about ${limit} email addresses, counted once for each name that ` +
    'they come with. Leave addresses out, or send them later.';
  return rateLimited(reason, resetSeconds);
}

/** All limits of the service, over one set of counters. */
export interface Limits {
  /** By the class of the operation: for a key or connection, and `token` for an application. */
  operations: Record<Operation['rateLimitClass'], RateLimit>;
  /** For pages, links, and unknown paths, by network. */
  network: RateLimit;
  /** For log-ins: by network, by account and network, by account, and by browser that logged in before. */
  logInAddress: RateLimit;
  logInPair: RateLimit;
  logInAccount: RateLimit;
  logInDevice: RateLimit;
  /** For a player's attempts to prove the password while logged in. */
  password: RateLimit;
  /** For one-time codes, by account and its password, or by known browser: a number an hour. */
  code: RateLimit;
  /** For forms that send a mail, by network. */
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

// All networks together may try an account this many times as often as one network. With a smaller factor, somebody who
// guesses from a few networks locks the owner's new devices out. With a larger one, guessing from many networks gets
// faster.
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
    // Three of a million codes are valid at a time, so only few guesses a day are allowed.
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
