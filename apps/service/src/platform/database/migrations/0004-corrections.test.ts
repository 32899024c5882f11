import { PGlite } from '@electric-sql/pglite';
import { type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { embeddedOptions, openPglite } from '../connect.ts';
import { up as foundation } from './0001-foundation.ts';
import { up as players } from './0002-players.ts';
import { up as corrections } from './0004-corrections.ts';

async function openDatabase(): Promise<Kysely<unknown>> {
  const pglite = await PGlite.create(embeddedOptions);
  onTestFinished(() => pglite.close());
  return openPglite(pglite) as unknown as Kysely<unknown>;
}

it('gives the steps that are there the place of their match in the ledger', async () => {
  const database = await openDatabase();
  await foundation(database);
  await players(database);
  const at = '2026-09-12T15:30:00Z';
  await sql`
    insert into application (id, client_id, name, redirect_uris, created_at)
    values ('app', 'club', 'Club', '{}', ${at})
  `.execute(database);
  await sql`insert into match_batch values ('bat', 'app', null, ${at})`.execute(database);
  for (const match of ['first', 'second']) {
    await sql`
      insert into match (
        id, batch_id, application_id, identifier, content_hash, sport, match_date, brackets,
        content, created_at
      )
      values (${match}, 'bat', 'app', ${match}, '', 'padel', ${at}, '{overall-open}', '{}', ${at})
    `.execute(database);
    await sql`
      insert into rating_change (
        member_id, sport, bracket, match_id, batch_id, rating, mu, sigma, reliability, games,
        match_date, changed_at
      )
      values ('mem', 'padel', 'overall-open', ${match}, 'bat', 3.5, 25, 8, 0.1, 1, ${at}, ${at})
    `.execute(database);
  }

  await corrections(database);
  const { rows } = await sql`
    select match.id, rating_change.arrival = match.arrival as "isPlaced", cause, is_superseded
    from rating_change join match on match.id = rating_change.match_id
    order by rating_change.change_order
  `.execute(database);
  expect(rows).toEqual([
    { id: 'first', isPlaced: true, cause: 'match', is_superseded: false },
    { id: 'second', isPlaced: true, cause: 'match', is_superseded: false },
  ]);
});
