import { PGlite } from '@electric-sql/pglite';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { embeddedOptions, openPglite } from '../connect.ts';
import { migrations } from '../migrate.ts';

const at = '2026-09-12T23:30:00Z';

it('recognises of reports that are the same the first that was not voided', async () => {
  const pglite = await PGlite.create(embeddedOptions);
  onTestFinished(() => pglite.close());
  const database = openPglite(pglite) as unknown as Kysely<unknown>;
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  });
  await migrator.migrateTo('0023-name-order');
  await sql`
    insert into application (id, client_id, name, redirect_uris, created_at)
    values ('app', 'club', 'Club', '{}', ${at})
  `.execute(database);
  await sql`insert into match_batch values ('bat', 'app', null, ${at})`.execute(database);
  for (const id of ['voided', 'first', 'second', 'other']) {
    await sql`
      insert into match (
        id, batch_id, application_id, identifier, content_hash, sport, match_date, brackets,
        content, created_at
      )
      values (
        ${id}, 'bat', 'app', ${id}, '', 'padel', ${at}, '{overall-open}', '{}'::jsonb, ${at}
      )
    `.execute(database);
    const fingerprint = id === 'other' ? 'other' : 'same';
    await sql`
      insert into match_fingerprint values (${id}, sha256(convert_to(${fingerprint}, 'UTF8')))
    `.execute(database);
  }
  await sql`
    insert into match_void (match_id, application_id, reason, created_at)
    values ('voided', 'app', 'A mistake.', ${at})
  `.execute(database);

  const { error } = await migrator.migrateTo('0024-one-match');
  expect(error).toBeUndefined();
  const { rows } = await sql<{ match_id: string }>`
    select match_id from match_fingerprint order by match_id
  `.execute(database);
  expect(rows).toEqual([{ match_id: 'first' }, { match_id: 'other' }]);
  const again = sql`insert into match_fingerprint values ('second', sha256(convert_to('same', 'UTF8')))`;
  await expect(again.execute(database)).rejects.toThrow('match_fingerprint_unique');
});
