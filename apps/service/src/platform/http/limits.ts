import type { Operation } from '@partner-rating/server';
import type { Configuration } from '../configuration/configuration.ts';
import { type AddressLimit, createAddressLimit } from './address-limit.ts';
import type { Counters } from './counters.ts';
import { createRateLimit, type RateLimit } from './rate-limits.ts';

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
  /** For e-mail addresses that an application's imports ask about. */
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
