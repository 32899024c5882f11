import { foldMembers } from '../leaderboards/fold-deltas.ts';
import { retryOnContention } from '../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { rewriteTables, sampleTables } from '../platform/database/maintenance.ts';
import type { Database, DatabaseTransaction } from '../platform/database/schema.ts';
import { formerPlayer, REMOVED_REASON } from './domain/former-player.ts';
import {
  findOldGhosts,
  findUncleared,
  type GhostPosition,
  lockAliases,
  lockOldGhosts,
  markCleared,
  overwritePeople,
} from './store/people.ts';
import { deletePersonalRows, dropAuditDetails, removeReasonsAbout } from './store/personal-rows.ts';

// The tables that contained values of the person.
const TABLES = [
  'member',
  'member_activity',
  'member_word',
  'standing',
  'standing_bucket',
  'standing_delta',
  'account',
  'account_link',
  'account_registration',
  'account_session',
  'audit_entry',
  'idempotency_record',
  'imported_ghost',
  'mail',
  'match_response',
  'rating_update',
  'webhook_delivery',
];

/**
 * Clears what erasures left in a database outside its rows: the planner's samples and, in the embedded database, dead rows.
 * In PostgreSQL, autovacuum removes dead rows. Returns how many people were erased since the last time.
 */
export async function clearRemains({
  database,
  clock,
  configuration,
}: Pick<Dependencies, 'database' | 'clock' | 'configuration'>): Promise<number> {
  const memberIds = await findUncleared(database);
  if (memberIds.length === 0) return 0;
  await (configuration.databaseUrl === null ? rewriteTables : sampleTables)(database, TABLES);
  await markCleared(database, memberIds, clock());
  return memberIds.length;
}

/**
 * Erases ghosts (members without an account) that were created before a moment, a batch at a time. It erases those that
 * nobody claimed and no recent match names.
 * The ghosts that were merged into each are erased too. Yields the number erased after each batch.
 */
export async function* forgetGhosts(
  database: Database,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): AsyncGenerator<number> {
  let after: GhostPosition = { createdAt: new Date(0), id: '' };
  for (;;) {
    const { last, count, forgotten } = await findOldGhosts(database, { before, after, limit });
    yield forgotten.length === 0 ? 0 : await eraseGhosts(database, forgotten, { before, now });
    if (last === null || count < limit) return;
    after = last;
  }
}

async function eraseGhosts(
  database: Database,
  ids: readonly string[],
  period: { before: Date; now: Date },
): Promise<number> {
  return await retryOnContention(
    async () =>
      await database
        .transaction()
        .execute(async (transaction) => await erase(transaction, ids, period)),
  );
}

async function erase(
  transaction: DatabaseTransaction,
  ids: readonly string[],
  { before, now }: { before: Date; now: Date },
): Promise<number> {
  const found = await lockOldGhosts(transaction, ids, before);
  const aliases = await lockAliases(
    transaction,
    found.map(({ id }) => id),
  );
  const ghosts = [...found, ...aliases];
  const locked = ghosts.map(({ id }) => id);
  await removeReasonsAbout(transaction, locked, REMOVED_REASON);
  await overwritePeople(transaction, locked, formerPlayer, now);
  await deletePersonalRows(transaction, locked);
  await dropAuditDetails(transaction, locked);
  await foldMembers(
    transaction,
    ghosts.map(({ memberNumber }) => memberNumber),
  );
  return ghosts.length;
}
