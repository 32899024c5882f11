import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { createEmptyPostgres } from '../../../testing/test-database.ts';
import { openPostgres } from '../connect.ts';
import { migrations } from '../migrate.ts';

it('gives each player of a match its date and arrival, which change no more', async () => {
  const { database, close } = openPostgres(await createEmptyPostgres());
  onTestFinished(close);
  const provider = { getMigrations: async () => migrations };
  const migrator = new Migrator({ db: database, provider });
  const { error } = await migrator.migrateTo('0043-repeated-refreshes');
  if (error !== undefined) throw error;
  const statements = [
    sql`insert into application (id, client_id, name, redirect_uris, created_at)
      values ('app', 'app', 'App', '{}', now())`,
    sql`insert into member (id, first_name, last_name, display_name, name_folded, name_order, created_at)
      select one, one, one, one, one, one, now() from unnest(array['mem_1', 'mem_2']) as one`,
    sql`insert into match_batch (id, application_id, created_at) values ('bat', 'app', now())`,
    sql`insert into match (id, batch_id, application_id, identifier, content_hash, sport, match_date,
        brackets, content, created_at)
      select one, 'bat', 'app', one, '', 'padel', '2026-01-01T12:00:00Z', '{}', '{}', now()
      from unnest(array['mat_1', 'mat_2']) as one`,
    sql`insert into match_participant (match_id, member_id, team, position)
      values ('mat_1', 'mem_1', 0, 0), ('mat_1', 'mem_2', 1, 0), ('mat_2', 'mem_1', 0, 0)`,
  ];
  for (const statement of statements) await statement.execute(database);

  const migrated = await migrator.migrateTo('0044-played-matches');
  if (migrated.error !== undefined) throw migrated.error;
  const { rows } = await sql<{ isOfMatch: boolean }>`
    select participant.match_date = match.match_date and participant.arrival = match.arrival as "isOfMatch"
    from match_participant as participant join match on match.id = participant.match_id
  `.execute(database);
  expect(rows).toEqual([{ isOfMatch: true }, { isOfMatch: true }, { isOfMatch: true }]);
  const change = sql`update match_participant set match_date = now()`;
  await expect(change.execute(database)).rejects.toThrow('append-only');
});
