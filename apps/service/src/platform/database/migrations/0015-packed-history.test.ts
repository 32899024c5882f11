import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { findHistory, ratingHistory } from '../../../ratings/store/rating-history.ts';
import { createTestDatabase, databases } from '../../../testing/test-database.ts';
import { createSchema } from '../schema/create-schema.ts';
import { packHistory } from './0015-packed-history.ts';

const stored = `
  insert into rating_change (
    member_id, sport, bracket, match_id, batch_id, previous_rating, rating, reliability, games,
    match_date, changed_at, cause
  ) values
    ('lena', 'padel', 'overall-open', 'mat_1', 'bat_1', null, 3.6, 0.1, 2, '2026-01-01', '2026-01-02', 'match'),
    ('otto', 'padel', 'overall-open', 'mat_1', 'bat_1', null, 3.4, 0.1, 2, '2026-01-01', '2026-01-02', 'match'),
    ('lena', 'padel', 'doubles-open', 'mat_1', 'bat_1', null, 3.7, 0.2, 2, '2026-01-01', '2026-01-02', 'match'),
    ('lena', 'padel', 'overall-open', 'mat_2', 'bat_1', 3.6, 3.9, 0.3, 4, '2026-01-01', '2026-01-02', 'match'),
    ('lena', 'padel', 'overall-open', null, null, 3.9, null, null, 0, null, '2026-01-03', 'settlement')`;

describe.each(databases)('a history from before it was packed on %s', (kind) => {
  it('keeps each entry in its order, and goes on after it', async () => {
    const database = await createTestDatabase(kind);
    for (const statement of [`drop schema public cascade`, `create schema public`])
      await sql.raw(statement).execute(database);
    await createSchema(database as Kysely<unknown>);
    await sql.raw(stored).execute(database);
    await packHistory(database as Kysely<unknown>);
    const all = { sports: null, bracket: null, before: null, limit: 10 };
    const entries = await findHistory(database, { memberId: 'lena', ...all });
    expect(entries).toMatchObject([
      {
        ...{ match_id: null, match_date: null, bracket: 'overall-open', cause: 'settlement' },
        ...{ previous_rating: 3.9, rating: null, reliability: null, games: 0 },
      },
      { match_id: 'mat_2', bracket: 'overall-open', previous_rating: 3.6, rating: 3.9, games: 4 },
      { match_id: 'mat_1', bracket: 'doubles-open', previous_rating: null, reliability: 0.2 },
      { match_id: 'mat_1', bracket: 'overall-open', changed_at: new Date('2026-01-02') },
    ]);
    const last = entries[0]?.change_order ?? 0;
    await sql`
      insert into rating_change (member_id, sport, changed_at, cause, brackets, numbers)
      values ('lena', 'padel', now(), 'rebuild', 'overall-open', '{NaN,4,0.1,2}')
    `.execute(database);
    const newest = await database
      .selectFrom(ratingHistory)
      .selectAll()
      .where('cause', '=', 'rebuild')
      .executeTakeFirstOrThrow();
    expect(newest.change_order).toBeGreaterThan(last);
  });
});
