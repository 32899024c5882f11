import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { matchFingerprint } from '../../../ratings/domain/fingerprint.ts';
import { createEmptyPostgres } from '../../../testing/test-database.ts';
import { openPostgres } from '../connect.ts';
import { migrations } from '../migrate.ts';

const games = [
  { scores: [7, 11], winScore: 11, winBy: 2 },
  { scores: [3, 2], winScore: 11, winBy: 2, isRated: false },
];

it('goes on counting what counted, and knows each report by its players, games and days', async () => {
  const { database, close } = openPostgres(await createEmptyPostgres());
  onTestFinished(close);
  const provider = { getMigrations: async () => migrations };
  const migrator = new Migrator({ db: database, provider });
  const { error } = await migrator.migrateTo('0067-daily-attempts');
  if (error !== undefined) throw error;
  const content = JSON.stringify({ games, matchDate: '2026-01-01T23:00:00Z' });
  const statements = [
    sql`insert into application (id, client_id, name, redirect_uris, created_at)
      values ('app', 'app', 'App', '{}', now())`,
    sql`insert into member (id, first_name, last_name, display_name, name_folded, name_order, created_at)
      select one, one, one, one, one, one, now() from unnest(array['b', 'c', 'd']) as one`,
    sql`update member set merged_into = 'd' where id = 'c'`,
    sql`insert into match_batch (id, application_id, created_at) values ('bat', 'app', now())`,
    sql`insert into match (id, batch_id, application_id, identifier, content_hash, sport, match_date,
        brackets, content, created_at)
      select one, 'bat', 'app', one, '', 'padel', '2026-01-01T23:00:00Z', '{overall-open}',
        case one when 'undated' then ${content}::jsonb || '{"matchDate": null}' else ${content}::jsonb end,
        now()
      from unnest(array['dated', 'undated', 'voided']) as one`,
    sql`insert into match_participant (match_id, member_id, team, position, is_confirmed, match_date, arrival)
      select match.id, player.id, player.team, 0, true, match_date, arrival
      from match, (values ('c', 0), ('b', 1)) as player (id, team)`,
    sql`insert into match_void values ('voided', 'app', 'wrong', now())`,
  ];
  for (const statement of statements) await statement.execute(database);

  const migrated = await migrator.migrateTo('0070-reports');
  if (migrated.error !== undefined) throw migrated.error;
  const { rows: reports } = await sql`
    select match_id as id, encode(fingerprint, 'hex') as fingerprint, moment,
      first_day::text as first, last_day::text as last
    from match_fingerprint order by match_id
  `.execute(database);
  const fingerprint = Buffer.from(
    matchFingerprint({ sport: 'padel', teams: [['d'], ['b']], games }),
  ).toString('hex');
  const days = { first: '2026-01-01', last: '2026-01-02' };
  expect(reports).toEqual([
    { id: 'dated', fingerprint, moment: new Date('2026-01-01T23:00:00Z'), ...days },
    { id: 'undated', fingerprint, moment: null, ...days },
  ]);
  const { rows: uncounted } = await sql`select * from uncounted_match`.execute(database);
  expect(uncounted).toEqual([{ match_id: 'voided', reason: 'voided', other_match_id: null }]);
  const { rows: statuses } = await sql`
    select match_id as id, status from match_status order by match_id
  `.execute(database);
  expect(statuses).toEqual([
    { id: 'dated', status: 'rated' },
    { id: 'undated', status: 'rated' },
    { id: 'voided', status: 'voided' },
  ]);
});
