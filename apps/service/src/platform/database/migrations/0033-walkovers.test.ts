import { PGlite } from '@electric-sql/pglite';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmptyPostgres } from '../../../testing/test-database.ts';
import { embeddedOptions, openPglite, openPostgres } from '../connect.ts';
import { migrations } from '../migrate.ts';

const at = '2026-09-12T23:30:00Z';

/** By id, the day and the brackets, of which a match without a game that counts has none. */
const matches = {
  played: { day: '2026-09-01', brackets: ['overall-open'] },
  walkover: { day: '2026-09-02', brackets: [] },
};

describe.each(['pglite', 'postgres'] as const)('walkovers that are there on %s', (kind) => {
  it('are no activity and make no other report a duplicate', async () => {
    const database = kind === 'pglite' ? await openEmbedded() : await openServer();
    const migrator = new Migrator({
      db: database,
      provider: { getMigrations: async () => migrations },
    });
    await migrator.migrateTo('0032-absence');
    await insertMatches(database);
    expect(await lastPlayed(database)).toBe('2026-09-02');

    const { error } = await migrator.migrateTo('0033-walkovers');
    expect(error).toBeUndefined();
    expect(await lastPlayed(database)).toBe('2026-09-01');
    const { rows } = await sql`select match_id from match_fingerprint`.execute(database);
    expect(rows).toEqual([{ match_id: 'played' }]);
  });
});

async function lastPlayed(database: Kysely<unknown>): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select (last_played_at at time zone 'UTC')::date::text as day from member_activity
  `.execute(database);
  return rows[0]?.day;
}

async function openEmbedded(): Promise<Kysely<unknown>> {
  const pglite = await PGlite.create(embeddedOptions);
  onTestFinished(() => pglite.close());
  return openPglite(pglite) as unknown as Kysely<unknown>;
}

async function openServer(): Promise<Kysely<unknown>> {
  const { database, close } = openPostgres(await createEmptyPostgres());
  onTestFinished(close);
  return database as unknown as Kysely<unknown>;
}

async function insertMatches(database: Kysely<unknown>): Promise<void> {
  await sql`
    insert into application (id, client_id, name, redirect_uris, created_at)
    values ('app', 'club', 'Club', '{}', ${at})
  `.execute(database);
  await sql`
    insert into member (id, first_name, last_name, display_name, name_folded, name_order, created_at)
    values ('a', 'Mike', 'B', 'Mike B.', 'mike b', 'b mike', ${at})
  `.execute(database);
  await sql`insert into match_batch values ('bat', 'app', null, ${at})`.execute(database);
  for (const [id, { day, brackets }] of Object.entries(matches)) {
    await sql`
      insert into match (
        id, batch_id, application_id, identifier, content_hash, sport, match_date, brackets,
        content, created_at
      )
      values (${id}, 'bat', 'app', ${id}, '', 'padel', ${`${day}T12:00:00Z`}, ${brackets}, '{}', ${at})
    `.execute(database);
    await sql`
      insert into match_participant (match_id, member_id, team, position) values (${id}, 'a', 0, 0)
    `.execute(database);
    await sql`
      insert into match_fingerprint values (${id}, sha256(convert_to(${id}, 'UTF8')))
    `.execute(database);
  }
}
