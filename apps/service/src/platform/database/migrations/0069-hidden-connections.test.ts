import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, it, onTestFinished } from 'vitest';
import { insertApplication, insertConnection, insertMember } from '../../../testing/builders.ts';
import { createEmptyPostgres, createTestDatabase } from '../../../testing/test-database.ts';
import { openPostgres } from '../connect.ts';
import { migrations } from '../migrate.ts';
import type { Database } from '../schema.ts';

const hiddenConnections = async (database: Database) => {
  const { rows } = await sql<{ id: string }>`
    select id from connection where is_member_hidden order by id
  `.execute(database);
  return rows.map(({ id }) => id);
};

it('notes the connections of whom nobody finds, also those that have ended', async () => {
  const { database, close } = openPostgres(await createEmptyPostgres());
  onTestFinished(close);
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  });
  const { error } = await migrator.migrateTo('0067-daily-attempts');
  if (error !== undefined) throw error;
  const statements = [
    sql`insert into application (id, client_id, name, redirect_uris, created_at)
      values ('app', 'app', 'App', '{}', now()), ('old', 'old', 'Old', '{}', now())`,
    sql`insert into member (id, first_name, last_name, display_name, name_folded, name_order, created_at, wants_discovery)
      select 'mem_' || one, one, one, one, one, one, now(), one = 'found'
      from unnest(array['found', 'hidden']) as one`,
    sql`insert into connection (id, application_id, member_id, scopes, created_at, updated_at, revoked_at)
      select member.first_name || ' ' || application.id, application.id, member.id, '{}', now(), now(),
        case application.id when 'old' then now() end
      from application cross join member`,
  ];
  for (const statement of statements) await statement.execute(database);

  const migrated = await migrator.migrateTo('0069-hidden-connections');
  if (migrated.error !== undefined) throw migrated.error;
  expect(await hiddenConnections(database)).toEqual(['hidden app', 'hidden old']);
});

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
