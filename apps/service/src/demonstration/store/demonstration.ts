import { sql } from 'kysely';
import type { Database, NewConnectionRow, NewMemberRow } from '../../platform/database/schema.ts';

/** The applications of the database by their `client_id`, with the time they were made. */
export async function applicationTimes(database: Database): Promise<Map<string, Date>> {
  const rows = await database
    .selectFrom('application')
    .select(['client_id', 'created_at'])
    .execute();
  return new Map(rows.map((row) => [row.client_id, row.created_at]));
}

/** Adds the members whose e-mail address nobody has, and gives the number and id of all of them. */
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

/** Connects the members to the application where they are not connected yet. */
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

// Any number will do, so long as nothing else locks it.
const SEED_LOCK = 10_482;

/** Runs something while no other instance on the PostgreSQL does the same. */
export async function holdSeedLock(database: Database, run: () => Promise<void>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(transaction);
    await run();
  });
}
