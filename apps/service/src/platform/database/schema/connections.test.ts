import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { insertApplication, insertConnection, insertMember } from '../../../testing/builders.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import type { Database } from '../schema.ts';

const hiddenConnections = async (database: Database) => {
  const { rows } = await sql<{ id: string }>`
    select id from connection where is_member_hidden order by id
  `.execute(database);
  return rows.map(({ id }) => id);
};

describe('a player who is hidden while they connect', () => {
  const hide = (database: Database, id: string) =>
    database.updateTable('member').set({ wants_discovery: false }).where('id', '=', id).execute();

  it.each(['hides', 'connects'])('is noted, whichever was first: %s', async (first) => {
    const database = await createTestDatabase('postgres');
    const { id } = await insertMember(database);
    const applicationId = await insertApplication(database);
    const before = await insertConnection(database, await insertApplication(database), id);
    const steps = {
      hides: (one: Database) => hide(one, id),
      connects: (one: Database) => insertConnection(one, applicationId, id),
    };
    const second = first === 'hides' ? steps.connects : steps.hides;
    let waiting: Promise<unknown> | undefined;
    await database.transaction().execute(async (transaction) => {
      await (first === 'hides' ? steps.hides : steps.connects)(transaction);
      waiting = second(database);
      await expect.poll(() => locksAwaited(database)).toBeGreaterThan(0);
    });
    await waiting;
    const { rows } = await sql<{ id: string }>`
      select id from connection where application_id = ${applicationId}
    `.execute(database);
    expect(await hiddenConnections(database)).toEqual([before, rows[0]?.id].toSorted());
  });
});

async function locksAwaited(database: Database): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(database);
  return rows.length;
}
