import { createHash } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { embeddedOptions, openPglite } from '../connect.ts';
import { migrations } from '../migrate.ts';

async function openDatabase(): Promise<Kysely<unknown>> {
  const pglite = await PGlite.create(embeddedOptions);
  onTestFinished(() => pglite.close());
  return openPglite(pglite) as unknown as Kysely<unknown>;
}

const at = '2026-09-12T23:30:00Z';

it('recognises the matches that are there, confirms their results and takes ghosts off boards', async () => {
  const database = await openDatabase();
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  });
  await migrator.migrateTo('0013-secrets-key-check');
  await sql`
    insert into application (id, client_id, name, redirect_uris, created_at)
    values ('app', 'club', 'Club', '{}', ${at})
  `.execute(database);
  for (const [id, isGhost] of [
    ['a', false],
    ['b', true],
    ['c', false],
    ['d', false],
  ]) {
    await sql`
      insert into member (
        id, first_name, last_name, gender, created_at, display_name, name_folded, name_order,
        is_ghost, is_vairified
      )
      values (${id}, 'Mike', 'B', 'UNKNOWN', ${at}, 'Mike B.', 'mike b', 'b mike', ${isGhost}, true)
    `.execute(database);
  }
  await sql`update member set merged_into = 'd' where id = 'c'`.execute(database);
  await sql`insert into match_batch values ('bat', 'app', null, ${at})`.execute(database);
  const games = [{ scores: [7, 11] }, { scores: [9, 11] }];
  await sql`
    insert into match (
      id, batch_id, application_id, identifier, content_hash, sport, match_date, brackets, content,
      created_at
    )
    values (
      'mat', 'bat', 'app', 'one', '', 'padel', ${at}, '{overall-open}',
      ${JSON.stringify({ games })}::jsonb, ${at}
    )
  `.execute(database);
  await sql`
    insert into match_participant values ('mat', 'c', 0, 0), ('mat', 'b', 1, 0)
  `.execute(database);
  for (const memberId of ['b', 'd']) {
    await sql`
      insert into rating values (${memberId}, 'padel', 'overall-open', 25, 8, 3.5, 0.1, 1, ${at})
    `.execute(database);
  }

  const { error } = await migrator.migrateTo('0014-consent');
  expect(error).toBeUndefined();
  const stored = await sql<{ fingerprint: Uint8Array }>`select * from match_fingerprint`.execute(
    database,
  );
  const expected = createHash('sha256').update('padel 2026-09-12 b:11,11;d:7,9').digest();
  expect(Buffer.from(stored.rows[0]?.fingerprint ?? [])).toEqual(expected);
  const confirmed = await sql`select distinct is_confirmed from match_participant`.execute(
    database,
  );
  expect(confirmed.rows).toEqual([{ is_confirmed: true }]);
  const ghosts = await sql`select is_vairified from member where is_ghost`.execute(database);
  expect(ghosts.rows).toEqual([{ is_vairified: false }]);
  const standings = await sql`
    select member.id from standing join member using (member_number)
  `.execute(database);
  expect(standings.rows).toEqual([{ id: 'd' }]);
});
