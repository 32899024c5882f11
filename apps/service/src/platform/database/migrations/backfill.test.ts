import { type Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmptyPostgres } from '../../../testing/test-database.ts';
import { openPostgres } from '../connect.ts';
import { up as foundation } from './0001-foundation.ts';
import { up as players } from './0002-players.ts';
import { up as standings } from './0003-standings.ts';
import { up as corrections } from './0004-corrections.ts';
import { up as memberSearch } from './0006-member-search.ts';

/** A database in which no migration has run. */
async function createEmptyDatabase(): Promise<Kysely<unknown>> {
  const { database, close } = openPostgres(await createEmptyPostgres());
  onTestFinished(close);
  return database as Kysely<unknown>;
}

describe('migrations keep what existed before', () => {
  it('with the names, places and activity that searches look at', async () => {
    const database = await createEmptyDatabase();
    await foundation(database);
    await sql`
      insert into member (id, first_name, last_name, city, state, country, is_discoverable, created_at)
      select * from (values
        ('mem_a', 'José', 'O’Brien', 'São Paulo', 'SP', 'BR', true, now()),
        ('mem_b', 'Anne-Marie', 'Łuk', null, 'Québec', 'CA', true, now()),
        ('mem_c', 'Hidden', 'Person', 'Austin', 'TX', 'US', false, now()),
        ('mem_d', repeat('㍿', 100), repeat('㍿', 100), repeat('㍿', 100), null, null, true, now())
      ) as people
    `.execute(database);
    await players(database);
    await standings(database);
    await corrections(database);
    await insertMatches(database);
    await memberSearch(database);

    const { rows: members } = await sql`
      select id, display_name, name_folded, name_order, city_folded, state_folded from member
      where id <> 'mem_d' order by id
    `.execute(database);
    expect(members).toEqual([
      {
        id: 'mem_a',
        display_name: 'José O.',
        name_folded: 'jose obrien',
        name_order: 'obrien jose',
        city_folded: 'sao paulo',
        state_folded: 'sp',
      },
      {
        id: 'mem_b',
        display_name: 'Anne-Marie Ł.',
        name_folded: 'anne marie luk',
        name_order: 'luk anne marie',
        city_folded: null,
        state_folded: 'quebec',
      },
      {
        id: 'mem_c',
        display_name: 'Hidden P.',
        name_folded: 'hidden person',
        name_order: 'person hidden',
        city_folded: 'austin',
        state_folded: 'tx',
      },
    ]);

    const { rows: words } = await sql<{ word: string; id: string }>`
      select word, id from member_word join member using (member_number)
      where id <> 'mem_d' order by word, id
    `.execute(database);
    expect(words.map(({ word, id }) => `${word} ${id}`)).toEqual([
      'anne mem_b',
      'jose mem_a',
      'luk mem_b',
      'marie mem_b',
      'obrien mem_a',
    ]);

    const { rows: activity } = await sql<{ id: string; day: string | null }>`
      select id, case when isfinite(last_played_at) then last_played_at::date end as day
      from member_activity join member using (member_number)
      where is_found order by id
    `.execute(database);
    expect(activity).toEqual([
      { id: 'mem_a', day: '2026-09-01' },
      { id: 'mem_b', day: null },
      { id: 'mem_d', day: null },
    ]);
  });
});

/** Matches of the first two members, the last of which was taken back. */
async function insertMatches(database: Kysely<unknown>): Promise<void> {
  const statements = [
    `insert into application (id, client_id, name, redirect_uris, created_at)
      values ('app_a', 'club', 'Club', '{}', now())`,
    `insert into match_batch (id, application_id, created_at) values ('bat_a', 'app_a', now())`,
    `insert into match (id, batch_id, application_id, identifier, content_hash, sport, match_date,
        brackets, content, created_at)
      values
        ('mat_a', 'bat_a', 'app_a', 'a', '', 'padel', '2026-09-01T12:00Z', '{}', '{}', now()),
        ('mat_b', 'bat_a', 'app_a', 'b', '', 'padel', '2026-09-02T12:00Z', '{}', '{}', now())`,
    `insert into match_participant (match_id, member_id, team, position)
      values ('mat_a', 'mem_a', 0, 0), ('mat_b', 'mem_a', 0, 0), ('mat_b', 'mem_b', 1, 0)`,
    `insert into match_void (match_id, application_id, reason, created_at)
      values ('mat_b', 'app_a', 'Wrong', now())`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(database);
}
