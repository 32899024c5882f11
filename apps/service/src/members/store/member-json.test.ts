import { reliabilityAfterAbsence, sports } from '@partner-rating/ratings';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { insertMember } from '../../testing/builders.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { standingReliability } from './member-json.ts';

const DAY = 24 * 60 * 60 * 1_000;
const now = new Date('2026-09-12T15:30:00Z');

it.each(databases)(
  'the database computes the same reliability as the model on %s',
  async (kind) => {
    const database = await createTestDatabase(kind);
    const absences = [null, -3, 0, 0.3, 17, 45, 400, 3_000, 20_000];
    const ratings = [];
    for (const [index, days] of absences.entries()) {
      const { id } = await insertMember(database);
      for (const sport of [...sports, 'curling']) {
        const last_played_at = days === null ? null : new Date(now.getTime() - days * DAY);
        const reliability = [0, 0.31, 0.77, 0.98][index % 4] ?? 1;
        ratings.push({ member_id: id, sport, reliability, last_played_at });
      }
    }
    const rest = { bracket: 'overall-open', mu: 25, sigma: 4, rating: 3.5, games: 3 };
    await database
      .insertInto('rating')
      .values(ratings.map((row) => ({ ...row, ...rest, updated_at: now })))
      .execute();
    const { rows } = await sql<{ member_id: string; sport: string; standing: number }>`
    select member_id, sport, ${sql.raw(standingReliability(`'${now.toISOString()}'::timestamptz`))}
      as standing
    from rating
  `.execute(database);
    const found = new Map(rows.map((row) => [`${row.member_id} ${row.sport}`, row.standing]));
    for (const { member_id, sport, reliability, last_played_at } of ratings) {
      const lastPlayed = last_played_at?.getTime() ?? null;
      const expected = reliabilityAfterAbsence(reliability, {
        sport,
        lastPlayed,
        at: now.getTime(),
      });
      expect(found.get(`${member_id} ${sport}`), `${sport} ${lastPlayed}`).toBe(expected);
    }
  },
);
