import type { Operation } from '@partner-rating/server';
import type { Configuration } from '../configuration.ts';
import type { Counters } from './counters.ts';
import { createRateLimit, type RateLimit } from './rate-limits.ts';

/** Every limit of the service, over one set of counters. */
export interface Limits {
  /** Of a key or connection, by the class of the operation. */
  operations: Record<Operation['rateLimitClass'], RateLimit>;
  /** Of an application's calls for and about tokens, whichever operation they go to. */
  token: RateLimit;
  /** Of log-ins: to an account, and from an address. */
  logInAccount: RateLimit;
  logInAddress: RateLimit;
  /** Of a player's attempts to prove the password while logged in. */
  password: RateLimit;
}

export function createLimits(
  {
    rateLimit,
    ingestRateLimit,
    tokenRateLimit,
    logInRateLimit,
  }: Pick<Configuration, 'rateLimit' | 'ingestRateLimit' | 'tokenRateLimit' | 'logInRateLimit'>,
  counters: Counters,
): Limits {
  const of = (policy: string, limit: number) => createRateLimit({ policy, limit, counters });
  return {
    operations: { default: of('default', rateLimit), ingest: of('ingest', ingestRateLimit) },
    token: of('token', tokenRateLimit),
    logInAccount: of('log-in-account', logInRateLimit),
    logInAddress: of('log-in-address', logInRateLimit),
    password: of('password', logInRateLimit),
  };
}
