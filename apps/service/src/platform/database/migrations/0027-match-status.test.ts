import { PGlite } from '@electric-sql/pglite';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { embeddedOptions, openPglite } from '../connect.ts';
import { migrations } from '../migrate.ts';

const at = '2026-09-12T23:30:00Z';

/** By id, whom the match moves of its two players, and what was answered to it. */
const matches: Record<string, { confirmed: boolean[]; answers?: string[]; isVoided?: true }> = {
  rated: { confirmed: [true, true] },
  unconfirmed: { confirmed: [true, false] },
  confirmed: { confirmed: [true, false], answers: ['b confirmed'] },
  denied: { confirmed: [true, false], answers: ['b denied'] },
  reconsidered: { confirmed: [true, false], answers: ['b denied', 'b confirmed'] },
  disputed: { confirmed: [true, false], answers: ['a disputed'] },
  voided: { confirmed: [true, true], answers: ['a disputed'], isVoided: true },
};

it('says of the matches that are there how they stand', async () => {
  const pglite = await PGlite.create(embeddedOptions);
  onTestFinished(() => pglite.close());
  const database = openPglite(pglite) as unknown as Kysely<unknown>;
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  });
  await migrator.migrateTo('0023-name-order');
  await insertMatches(database);
  const { error } = await migrator.migrateToLatest();
  expect(error).toBeUndefined();
  const { rows } = await sql<{ match_id: string; status: string }>`
    select match_id, status from match_status order by arrival
  `.execute(database);
  expect(rows.map(({ match_id, status }) => [match_id, status])).toEqual([
    ['rated', 'rated'],
    ['unconfirmed', 'unconfirmed'],
    ['confirmed', 'rated'],
    ['denied', 'disputed'],
    ['reconsidered', 'rated'],
    ['disputed', 'disputed'],
    ['voided', 'voided'],
  ]);
});

async function insertMatches(database: Kysely<unknown>): Promise<void> {
  await sql`
    insert into application (id, client_id, name, redirect_uris, created_at)
    values ('app', 'club', 'Club', '{}', ${at})
  `.execute(database);
  for (const id of ['a', 'b']) {
    await sql`
      insert into member (id, first_name, last_name, display_name, name_folded, name_order, created_at)
      values (${id}, 'Mike', 'B', 'Mike B.', 'mike b', 'b mike', ${at})
    `.execute(database);
  }
  await sql`insert into match_batch values ('bat', 'app', null, ${at})`.execute(database);
  for (const [id, { confirmed, answers = [], isVoided }] of Object.entries(matches)) {
    await sql`
      insert into match (
        id, batch_id, application_id, identifier, content_hash, sport, match_date, brackets,
        content, created_at
      )
      values (${id}, 'bat', 'app', ${id}, '', 'padel', ${at}, '{overall-open}', '{}', ${at})
    `.execute(database);
    await sql`
      insert into match_participant (match_id, member_id, team, position, is_confirmed)
      values (${id}, 'a', 0, 0, ${confirmed[0]}), (${id}, 'b', 1, 0, ${confirmed[1]})
    `.execute(database);
    for (const answer of answers) {
      const [memberId, response] = answer.split(' ');
      await sql`
        insert into match_response (match_id, member_id, response, created_at)
        values (${id}, ${memberId}, ${response}, ${at})
      `.execute(database);
    }
    if (isVoided)
      await sql`insert into match_void values (${id}, 'app', 'wrong', ${at})`.execute(database);
  }
}
