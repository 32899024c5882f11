// The background task that deletes rows that have expired.

import { setTimeout as sleep } from 'node:timers/promises';
import { Counter } from 'prom-client';
import { createPeriodicTask, type PeriodicTask } from '../platform/concurrency/periodic-task.ts';
import {
  DELIVERY_RETENTION,
  EXPIRED_GRANT_RETENTION,
  NO_RETENTION,
  RATING_UPDATE_RETENTION,
  UNCLAIMED_GHOST_RETENTION,
} from '../platform/configuration/configuration.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { Database } from '../platform/database/schema.ts';
import { type FailureLog, logFailure } from '../platform/database/unreachable.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { addNextParts } from '../ratings/store/parts.ts';
import {
  dropDeliveryDays,
  findUndatedDeliveries,
  makeDeliveryDays,
} from '../webhooks/store/delivery-days.ts';
import { clearRemains, forgetGhosts } from './clear-remains.ts';
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
  /** The most rows that one statement deletes. */
  rowsPerChunk: number;
  /** Called after every step; false ends the round. */
  rest: (step: { what: string; deleted: number }) => Promise<boolean>;
  log: FailureLog;
}

type RoundPruning = (...arguments_: [...Parameters<Pruning>, now: Date]) => AsyncGenerator<number>;

/** Tables whose rows are deleted as soon as they expire. */
function atExpiry(...tables: Parameters<typeof expiredIn>[0][]) {
  return tables.map((what) => ({ what, retention: NO_RETENTION, prune: expiredIn(what) }));
}

// Tokens before codes, because a code stays as long as the tokens issued from it.
const prunings: { what: string; retention: number; prune: RoundPruning }[] = [
  { what: 'webhook_delivery', retention: DELIVERY_RETENTION, prune: expireDeliveries },
  { what: 'rating_update', retention: RATING_UPDATE_RETENTION, prune: oldRatingUpdates },
  ...atExpiry('idempotency_record', 'account_session', 'account_link'),
  ...atExpiry('account_device', 'account_registration', 'attempt_count'),
  ...atExpiry('refused_registration', 'mail', 'access_token'),
  ...atExpiry('application_member'),
  ...atExpiry('job_difference', 'job'),
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
];

/** Deletes all expired rows once. A failure is logged, and the next round tries again. */
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

interface RetentionOptions {
  log: FailureLog;
  /** The pause before the first round, so that it does not slow the start down. */
  firstRoundMilliseconds?: number;
  /** The pause between two rounds. */
  roundMilliseconds?: number;
}

const FIRST_ROUND_MILLISECONDS = 60_000;

const ROUND_MILLISECONDS = 600_000;

const ROWS_PER_CHUNK = 500;

// The pause between two chunks, so that others can use the database.
const PAUSE_MILLISECONDS = 50;

/** Deletes expired rows. Any number of instances may run it at the same time. */
/** Creates the parts of tables for the next days and the next year. A failure is logged, because the next round retries. */
export async function addComingParts(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  log: FailureLog,
): Promise<void> {
  try {
    await makeDeliveryDays(database, clock());
    await addNextParts(database, clock());
  } catch (error) {
    logFailure(log, { err: error }, 'The tables for the next days or year could not be created.');
  }
}

interface Retention extends PeriodicTask {
  /** The number of rows it has deleted since the start, by table. */
  deleted: () => ReadonlyMap<string, number>;
}

export function createRetention(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  {
    log,
    firstRoundMilliseconds = FIRST_ROUND_MILLISECONDS,
    roundMilliseconds = ROUND_MILLISECONDS,
  }: RetentionOptions,
): Retention {
  const { database, clock } = dependencies;
  const total = new Map<string, number>();

  const prune = async (signal: AbortSignal) => {
    const rest: Round['rest'] = async ({ what, deleted }) => {
      total.set(what, (total.get(what) ?? 0) + deleted);
      if (!signal.aborted) await sleep(PAUSE_MILLISECONDS);
      return !signal.aborted;
    };
    await addComingParts(dependencies, log);
    await pruneRound(database, { now: clock(), rowsPerChunk: ROWS_PER_CHUNK, rest, log });
    if (signal.aborted) return;
    await clearRemains(dependencies).catch((error: unknown) => {
      logFailure(
        log,
        { err: error },
        'The data that erasures left outside rows could not be cleared. The next round retries.',
      );
    });
  };
  const task = createPeriodicTask(prune, {
    firstPauseMilliseconds: firstRoundMilliseconds,
    pauseMilliseconds: roundMilliseconds,
  });
  return { ...task, deleted: () => total };
}

/** Adds a metric of what this instance has deleted. */
export function measureRetention(
  { registry }: Pick<Metrics, 'registry'>,
  { deleted }: Pick<Retention, 'deleted'>,
): void {
  const rows = new Counter({
    name: 'partner_rating_retention_deleted_total',
    help: 'Expired rows that this instance has deleted, by table.',
    labelNames: ['table'],
    registers: [registry],
    collect: () => {
      rows.reset();
      for (const [table, count] of deleted()) rows.inc({ table }, count);
    },
  });
}

/** Deletes ended deliveries written before a moment. Tables of a day are dropped as a whole. */
async function* expireDeliveries(
  database: Database,
  before: Date,
  limit: number,
): AsyncGenerator<number> {
  for (const table of await findUndatedDeliveries(database)) {
    yield* finishedDeliveries(table)(database, before, limit);
  }
  yield* dropDeliveryDays(database, before);
}
