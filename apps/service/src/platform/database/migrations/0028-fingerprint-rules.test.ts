import { createHash } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { embeddedOptions, openPglite } from '../connect.ts';
import { migrations } from '../migrate.ts';

const at = '2026-09-12T23:30:00Z';
const games = [
  { scores: [7, 11], winScore: 11, winBy: 2 },
  { scores: [14, 15], winScore: 15, winBy: 1 },
];
const lenient = games.map((game) => ({ ...game, winScore: 2, winBy: 1 }));

const matches: Record<string, typeof games> = {
  voided: games,
  lenient,
  first: games,
  second: games,
};

it('recognises of the matches that are there the first of those that rate the same', async () => {
  const pglite = await PGlite.create(embeddedOptions);
  onTestFinished(() => pglite.close());
  const database = openPglite(pglite) as unknown as Kysely<unknown>;
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  });
  await migrator.migrateTo('0027-match-status');
  await insertMatches(database);

  const { error } = await migrator.migrateTo('0028-fingerprint-rules');
  expect(error).toBeUndefined();
  const { rows } = await sql<{ id: string; fingerprint: string }>`
    select match_id as id, encode(fingerprint, 'hex') as fingerprint
    from match_fingerprint join match on match.id = match_id order by arrival
  `.execute(database);
  expect(rows).toEqual([
    { id: 'lenient', fingerprint: fingerprintOf(lenient) },
    { id: 'first', fingerprint: fingerprintOf(games) },
  ]);
});

// The players as they are called today, and the day in UTC.
function fingerprintOf(played: typeof games): string {
  const rules = played.map(({ winScore, winBy }) => `${winScore}/${winBy}`);
  const scored = (team: number) => played.map(({ scores }) => scores[team]).join(',');
  const sides = [`b:${scored(1)}`, `d,e:${scored(0)}`].join(';');
  const text = `padel ${at.slice(0, 10)} ${rules.join(',')} ${sides}`;
  return createHash('sha256').update(text).digest('hex');
}

async function insertMatches(database: Kysely<unknown>): Promise<void> {
  await sql`
    insert into application (id, client_id, name, redirect_uris, created_at)
    values ('app', 'club', 'Club', '{}', ${at})
  `.execute(database);
  for (const id of ['b', 'c', 'd', 'e']) {
    await sql`
      insert into member (id, first_name, last_name, display_name, name_folded, name_order, created_at)
      values (${id}, 'Mike', 'B', 'Mike B.', 'mike b', 'b mike', ${at})
    `.execute(database);
  }
  await sql`update member set merged_into = 'd' where id = 'c'`.execute(database);
  await sql`insert into match_batch values ('bat', 'app', null, ${at})`.execute(database);
  for (const [id, played] of Object.entries(matches)) {
    await sql`
      insert into match (
        id, batch_id, application_id, identifier, content_hash, sport, match_date, brackets,
        content, created_at
      )
      values (
        ${id}, 'bat', 'app', ${id}, '', 'padel', ${at}, '{overall-open}',
        ${JSON.stringify({ games: played })}::jsonb, ${at}
      )
    `.execute(database);
    await sql`
      insert into match_participant (match_id, member_id, team, position)
      values (${id}, 'e', 0, 0), (${id}, 'c', 0, 1), (${id}, 'b', 1, 0)
    `.execute(database);
  }
  // As they were recognised before, when only the scores had to be equal.
  await sql`
    insert into match_fingerprint values ('lenient', sha256(convert_to('scores', 'UTF8')))
  `.execute(database);
  await sql`
    insert into match_void (match_id, application_id, reason, created_at)
    values ('voided', 'app', 'A mistake.', ${at})
  `.execute(database);
}
