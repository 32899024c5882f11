import { PGlite } from '@electric-sql/pglite';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { embeddedOptions, openPglite } from '../connect.ts';
import { migrations } from '../migrate.ts';

const at = '2026-09-12T23:30:00Z';

/** By id, the sizes of the teams and the brackets that the match counted for. */
const matches: Record<string, { sizes: number[]; brackets: string[] }> = {
  singles: { sizes: [1, 1], brackets: ['overall-open', 'singles-open'] },
  plain: { sizes: [2, 2], brackets: ['overall-open'] },
  mixed: {
    sizes: [2, 2],
    brackets: [
      'overall-open',
      'overall-35+',
      'overall-40+',
      'mixed-open',
      'mixed-35+',
      'mixed-40+',
    ],
  },
  several: { sizes: [2, 2, 2], brackets: ['overall-open', 'overall-12-13'] },
  triples: { sizes: [3, 3], brackets: ['overall-open', 'gender-open'] },
};

it('has the doubles that are there count for doubles, in their divisions', async () => {
  const database = await openDatabase();
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  });
  await migrator.migrateTo('0028-fingerprint-rules');
  await insertMatches(database);

  const { error } = await migrator.migrateToLatest();
  expect(error).toBeUndefined();
  const { rows } = await sql<{ id: string; brackets: string[] }>`
    select id, brackets from match order by arrival
  `.execute(database);
  expect(Object.fromEntries(rows.map(({ id, brackets }) => [id, brackets]))).toEqual({
    singles: ['overall-open', 'singles-open'],
    plain: ['overall-open', 'doubles-open'],
    mixed: [
      'overall-open',
      'overall-35+',
      'overall-40+',
      'doubles-open',
      'doubles-35+',
      'doubles-40+',
      'mixed-open',
      'mixed-35+',
      'mixed-40+',
    ],
    several: ['overall-open', 'overall-12-13', 'doubles-open', 'doubles-12-13'],
    triples: ['overall-open', 'gender-open'],
  });
  await expect(sql`update match set brackets = '{}'`.execute(database)).rejects.toThrow(
    'The table match is append-only.',
  );
});

async function openDatabase(): Promise<Kysely<unknown>> {
  const pglite = await PGlite.create(embeddedOptions);
  onTestFinished(() => pglite.close());
  return openPglite(pglite) as unknown as Kysely<unknown>;
}

async function insertMatches(database: Kysely<unknown>): Promise<void> {
  await sql`
    insert into application (id, client_id, name, redirect_uris, created_at)
    values ('app', 'club', 'Club', '{}', ${at})
  `.execute(database);
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await sql`
      insert into member (id, first_name, last_name, display_name, name_folded, name_order, created_at)
      values (${id}, 'Mike', 'B', 'Mike B.', 'mike b', 'b mike', ${at})
    `.execute(database);
  }
  await sql`insert into match_batch values ('bat', 'app', null, ${at})`.execute(database);
  for (const [id, { sizes, brackets }] of Object.entries(matches)) {
    await sql`
      insert into match (
        id, batch_id, application_id, identifier, content_hash, sport, match_date, brackets,
        content, created_at
      )
      values (${id}, 'bat', 'app', ${id}, '', 'padel', ${at}, ${brackets}, '{}', ${at})
    `.execute(database);
    const players = sizes.flatMap((size, team) =>
      Array.from({ length: size }, (_, position) => ({ team, position })),
    );
    for (const [index, { team, position }] of players.entries()) {
      await sql`
        insert into match_participant (match_id, member_id, team, position)
        values (${id}, ${'abcdef'.charAt(index)}, ${team}, ${position})
      `.execute(database);
    }
  }
}
