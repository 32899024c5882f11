import { sql } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  NewConnectionRow,
  NewMemberRow,
} from '../../../platform/database/schema.ts';

/** The record of the seed; undefined if the demonstration never began in this database. */
export async function findSeed(database: Database) {
  return await database.selectFrom('demonstration_seed').selectAll().executeTakeFirst();
}

/** Records that the demonstration begins; false, without a record, if the database is in use. */
export async function recordSeedStart(
  transaction: DatabaseTransaction,
  startedAt: Date,
): Promise<boolean> {
  // Nobody can add the first row between the check and the end of the transaction.
  await sql`lock table application, member, match in share row exclusive mode`.execute(transaction);
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from application) or exists (select from member)
      or exists (select from match) as "isUsed"
  `.execute(transaction);
  if (rows[0]?.isUsed !== false) return false;
  await transaction.insertInto('demonstration_seed').values({ started_at: startedAt }).execute();
  return true;
}

export async function recordSeedEnd(
  transaction: DatabaseTransaction,
  finishedAt: Date,
): Promise<void> {
  await transaction.updateTable('demonstration_seed').set({ finished_at: finishedAt }).execute();
}

/** Adds the members whose email address is new, and returns the number and id of all of them. */
export async function ensureMembers(
  database: Database,
  members: readonly (NewMemberRow & { email: string })[],
) {
  await database
    .insertInto('member')
    .values([...members])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await database
    .selectFrom('member')
    .select(['id', 'member_number as memberNumber', 'email'])
    .where(
      'email',
      'in',
      members.map((member) => member.email),
    )
    .execute();
  return new Map(rows.map((row) => [row.email, row]));
}

/** Connects the members who are not connected to the application yet. */
export async function ensureConnections(
  database: Database,
  connections: readonly NewConnectionRow[],
): Promise<void> {
  await database
    .insertInto('connection')
    .values([...connections])
    .onConflict((conflict) => conflict.columns(['application_id', 'member_id']).doNothing())
    .execute();
}

// Any number that nothing else locks.
const SEED_LOCK = 10_482;

/** Runs something while no other instance on this PostgreSQL does the same. */
export async function withSeedLock(database: Database, run: () => Promise<void>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    // This transaction only holds the lock while the others work, which takes minutes on a slow machine.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(transaction);
    await run();
  });
}
