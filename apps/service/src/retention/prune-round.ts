import { forgetGhosts } from '../erasure/forget-ghosts.ts';
import { forgetUnusedLocations, forgetUnusedTokens } from '../members/search/forget-unused.ts';
import { type FailureLog, logFailure } from '../platform/database/log-failure.ts';
import type { Database } from '../platform/database/schema.ts';
import {
  DELIVERY_RETENTION,
  EXPIRED_GRANT_RETENTION,
  NO_RETENTION,
  RATING_UPDATE_RETENTION,
  UNCLAIMED_GHOST_RETENTION,
} from './domain/periods.ts';
import { expireDeliveries } from './expire-deliveries.ts';
import {
  expiredCodes,
  expiredIn,
  oldRatingUpdates,
  type Pruning,
  replacedSecrets,
} from './store/expired.ts';

export interface Round {
  now: Date;
  /** At most so many rows are deleted by one statement. */
  rowsPerChunk: number;
  /** Called after every step; false ends the round. */
  rest: (step: { what: string; deleted: number }) => Promise<boolean>;
  log: FailureLog;
}

type RoundPruning = (...arguments_: [...Parameters<Pruning>, now: Date]) => AsyncGenerator<number>;

// Tokens before the codes they were issued from, which stay as long as they do.
const prunings: { what: string; retention: number; prune: RoundPruning }[] = [
  { what: 'webhook_delivery', retention: DELIVERY_RETENTION, prune: expireDeliveries },
  { what: 'rating_update', retention: RATING_UPDATE_RETENTION, prune: oldRatingUpdates },
  { what: 'idempotency_record', retention: NO_RETENTION, prune: expiredIn('idempotency_record') },
  { what: 'used_dpop_proof', retention: NO_RETENTION, prune: expiredIn('used_dpop_proof') },
  { what: 'account_session', retention: NO_RETENTION, prune: expiredIn('account_session') },
  { what: 'account_link', retention: NO_RETENTION, prune: expiredIn('account_link') },
  { what: 'account_device', retention: NO_RETENTION, prune: expiredIn('account_device') },
  {
    what: 'account_registration',
    retention: NO_RETENTION,
    prune: expiredIn('account_registration'),
  },
  { what: 'attempt_count', retention: NO_RETENTION, prune: expiredIn('attempt_count') },
  { what: 'operator_device', retention: NO_RETENTION, prune: expiredIn('operator_device') },
  { what: 'operator_link', retention: NO_RETENTION, prune: expiredIn('operator_link') },
  {
    what: 'refused_registration',
    retention: NO_RETENTION,
    prune: expiredIn('refused_registration'),
  },
  { what: 'mail', retention: NO_RETENTION, prune: expiredIn('mail') },
  { what: 'access_token', retention: NO_RETENTION, prune: expiredIn('access_token') },
  { what: 'refresh_token', retention: EXPIRED_GRANT_RETENTION, prune: expiredIn('refresh_token') },
  { what: 'authorization_code', retention: EXPIRED_GRANT_RETENTION, prune: expiredCodes },
  {
    what: 'authorization_request',
    retention: EXPIRED_GRANT_RETENTION,
    prune: expiredIn('authorization_request'),
  },
  { what: 'webhook_endpoint', retention: NO_RETENTION, prune: replacedSecrets },
  {
    what: 'member',
    retention: UNCLAIMED_GHOST_RETENTION,
    prune: (database, before, limit, now) => forgetGhosts(database, { before, now, limit }),
  },
  // After the members who had them.
  {
    what: 'name_word',
    retention: NO_RETENTION,
    prune: (database, _before, limit) => forgetUnusedTokens(database, limit),
  },
  {
    what: 'member_location',
    retention: NO_RETENTION,
    prune: (database, _before, limit) => forgetUnusedLocations(database, limit),
  },
];

/** Prunes once everything that is retained for a time. What fails is logged and left for the next round. */
export async function pruneRound(
  database: Database,
  { now, rowsPerChunk, rest, log }: Round,
): Promise<void> {
  for (const { what, retention, prune } of prunings) {
    const before = new Date(now.getTime() - retention);
    let total = 0;
    try {
      for await (const deleted of prune(database, before, rowsPerChunk, now)) {
        total += deleted;
        if (!(await rest({ what, deleted }))) return;
      }
    } catch (error) {
      logFailure(log, { err: error }, `Expired rows of ${what} could not be deleted.`);
    }
    if (total > 0) log.debug({ what, deleted: total }, 'Expired rows were deleted.');
  }
}
