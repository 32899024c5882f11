import { type FailureLog, logFailure } from '../platform/database/log-failure.ts';
import type { Database } from '../platform/database/schema.ts';
import {
  DELIVERIES_KEPT,
  EXPIRED_GRANTS_KNOWN,
  NO_LONGER,
  RATING_UPDATES_KEPT,
} from './domain/periods.ts';
import {
  expiredCodes,
  expiredIn,
  finishedDeliveries,
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

// Tokens before the codes they were born of, which stay as long as they do.
const prunings: { what: string; kept: number; prune: Pruning }[] = [
  { what: 'webhook_delivery', kept: DELIVERIES_KEPT, prune: finishedDeliveries },
  { what: 'rating_update', kept: RATING_UPDATES_KEPT, prune: oldRatingUpdates },
  { what: 'idempotency_record', kept: NO_LONGER, prune: expiredIn('idempotency_record') },
  { what: 'account_session', kept: NO_LONGER, prune: expiredIn('account_session') },
  { what: 'access_token', kept: NO_LONGER, prune: expiredIn('access_token') },
  { what: 'refresh_token', kept: EXPIRED_GRANTS_KNOWN, prune: expiredIn('refresh_token') },
  { what: 'authorization_code', kept: EXPIRED_GRANTS_KNOWN, prune: expiredCodes },
  {
    what: 'authorization_request',
    kept: EXPIRED_GRANTS_KNOWN,
    prune: expiredIn('authorization_request'),
  },
  { what: 'webhook_endpoint', kept: NO_LONGER, prune: replacedSecrets },
];

/** Goes once through everything that is kept for a time. What fails is logged and left for later. */
export async function pruneRound(
  database: Database,
  { now, rowsPerChunk, rest, log }: Round,
): Promise<void> {
  for (const { what, kept, prune } of prunings) {
    const before = new Date(now.getTime() - kept);
    let total = 0;
    try {
      for await (const deleted of prune(database, before, rowsPerChunk)) {
        total += deleted;
        if (!(await rest({ what, deleted }))) return;
      }
    } catch (error) {
      logFailure(log, { err: error }, `What is kept no longer in ${what} could not be deleted.`);
    }
    if (total > 0) log.debug({ what, deleted: total }, 'What is kept no longer was deleted.');
  }
}
