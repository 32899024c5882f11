import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createEmptyPostgres } from '../../testing/test-database.ts';
import { openPostgres } from './connect.ts';
import { openDatabase } from './migrate.ts';

/** Starts twice on an empty database with an ordinary role. Returns what the database recorded. */
async function noteAsOrdinaryRole(prepare: string) {
  const url = new URL(await createEmptyPostgres());
  const { database, close } = openPostgres(url.href);
  onTestFinished(close);
  const role = 'ordinary_owner';
  for (const statement of [
    `do $$ begin create role ${role} login; exception when duplicate_object then end $$`,
    `alter database ${url.pathname.slice(1)} owner to ${role}`,
    prepare,
  ]) {
    await sql.raw(statement).execute(database);
  }
  url.username = role;
  for (let start = 0; start < 2; start += 1) {
    const opened = await openDatabase({ databaseUrl: url.href, dataDirectory: '' });
    await opened.close();
  }
  return await database.selectFrom('database_incarnation').selectAll().execute();
}

it('an ordinary role may identify the database', async () => {
  expect(await noteAsOrdinaryRole('select')).toMatchObject([
    {
      system_identifier: expect.stringMatching(/^\d{19}$/),
      timeline: '00000001',
      sequence_floor: 0,
    },
  ]);
});

it('a service starts even if PostgreSQL does not identify the database', async () => {
  const refuse = 'revoke execute on function pg_control_system() from public';
  expect(await noteAsOrdinaryRole(refuse)).toMatchObject([
    { system_identifier: null, timeline: null, sequence_floor: 0 },
  ]);
});
