import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, databases } from '../../testing/test-database.ts';

describe.each(databases)('a %s database', (kind) => {
  it('reads int8 as a number, a date as text and a time as a Date', async () => {
    const database = await createTestDatabase(kind);
    const { rows } = await sql`
      select 42::int8 as number, '1986-04-30'::date as date, '2026-09-12T15:30:00Z'::timestamptz as time
    `.execute(database);
    expect(rows).toEqual([
      { number: 42, date: '1986-04-30', time: new Date('2026-09-12T15:30:00Z') },
    ]);
  });
});
