import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { createEmptyPostgres } from '../../../testing/test-database.ts';
import { openPostgres } from '../connect.ts';
import { migrations } from '../migrate.ts';

it('lists a voided match as voided, also one that was answered during the void', async () => {
  const { database, close } = openPostgres(await createEmptyPostgres());
  onTestFinished(close);
  const provider = { getMigrations: async () => migrations };
  const migrator = new Migrator({ db: database, provider });
  const { error } = await migrator.migrateTo('0058-last-failure');
  if (error !== undefined) throw error;
  const statements = [
    sql`insert into application (id, client_id, name, redirect_uris, created_at)
      values ('app', 'app', 'App', '{}', now())`,
    sql`insert into member (id, first_name, last_name, display_name, name_folded, name_order, created_at)
      values ('mem_1', 'one', 'one', 'one', 'one', 'one', now())`,
    sql`insert into match_batch (id, application_id, created_at) values ('bat', 'app', now())`,
    sql`insert into match (id, batch_id, application_id, identifier, content_hash, sport, match_date,
        brackets, content, created_at)
      select one, 'bat', 'app', one, '', 'padel', '2026-01-01T12:00:00Z', '{}', '{}', now()
      from unnest(array['answered', 'disputed', 'voided']) as one`,
    sql`insert into match_participant (match_id, member_id, team, position, is_confirmed, match_date, arrival)
      select id, 'mem_1', 0, 0, true, match_date, arrival from match`,
    sql`insert into match_response (match_id, member_id, response, created_at)
      select one, 'mem_1', 'disputed', now() from unnest(array['answered', 'disputed']) as one`,
    sql`insert into match_void
      select one, 'app', 'wrong', now() from unnest(array['answered', 'voided']) as one`,
    sql`update match_status set status = 'disputed' where match_id = 'answered'`,
  ];
  for (const statement of statements) await statement.execute(database);

  const migrated = await migrator.migrateTo('0059-voided-status');
  if (migrated.error !== undefined) throw migrated.error;
  const { rows } = await sql<{ match_id: string; status: string }>`
    select match_id, status from match_status order by match_id
  `.execute(database);
  expect(rows).toEqual([
    { match_id: 'answered', status: 'voided' },
    { match_id: 'disputed', status: 'disputed' },
    { match_id: 'voided', status: 'voided' },
  ]);
});
