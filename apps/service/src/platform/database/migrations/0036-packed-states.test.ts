import { PGlite } from '@electric-sql/pglite';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmptyPostgres } from '../../../testing/test-database.ts';
import { embeddedOptions, openPglite, openPostgres } from '../connect.ts';
import { unpackFloats } from '../copy/column-types.ts';
import { migrations } from '../migrate.ts';

const numbers = [25.1, 8.3, 1503.25, 3, Date.UTC(2026, 8, 1), -0.5, 1e-300, 1500, 0, Number.NaN];

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

describe.each([
  ['PGlite', openEmbedded],
  ['PostgreSQL', openServer],
])('states that are there on %s', (_, open) => {
  it('have the same brackets and numbers afterwards, to the last bit', async () => {
    const database = await open();
    const migrator = new Migrator({
      db: database,
      provider: { getMigrations: async () => migrations },
    });
    await migrator.migrateTo('0035-standings-by-index');
    await sql`
      insert into player_state (member_id, sport, match_date, arrival, match_id, brackets, numbers)
      values ('member', 'padel', now(), 1, 'match', '{doubles-open,overall-open}', ${numbers})
    `.execute(database);

    const { error } = await migrator.migrateToLatest();
    expect(error).toBeUndefined();
    const { rows } = await sql<{ brackets: string; numbers: Uint8Array }>`
      select brackets, numbers from player_state
    `.execute(database);
    expect(rows.map(({ brackets }) => brackets)).toEqual(['doubles-open overall-open']);
    expect(rows.flatMap((row) => [...unpackFloats(row.numbers)])).toEqual(numbers);
  });
});
