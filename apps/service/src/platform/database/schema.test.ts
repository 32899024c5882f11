import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { columnTypes, rowTypes } from '../../../scripts/row-types.ts';
import { createTestDatabase, everyDatabase } from '../../testing/test-database.ts';

describe('the row types', () => {
  it.each(everyDatabase)('are those of a migrated database on %s', async (kind) => {
    const committed = await readFile(new URL('schema.gen.ts', import.meta.url), 'utf8');
    expect(await rowTypes(await createTestDatabase(kind))).toBe(committed);
  });

  it('have every column, null where it may be, optional where the database fills it in', async () => {
    const database = await createTestDatabase('postgres');
    await sql`
      create table booking (
        id bigint generated always as identity,
        court text not null check (court in ('clay', 'grass')),
        tags text[],
        paid boolean not null default false,
        label text generated always as (lower(court)) stored
      )
    `.execute(database);
    await sql`comment on table booking is 'A court for an hour.'`.execute(database);
    await sql`comment on column booking.paid is 'Whether it is paid.'`.execute(database);
    expect(await rowTypes(database)).toContain(`/** A court for an hour. */
export interface BookingTable {
  id: Generated<number>;
  court: 'clay' | 'grass';
  tags: string[] | null;
  /** Whether it is paid. */
  paid: Generated<boolean>;
  label: ColumnType<string | null, never, never>;
}
`);
  });

  it('are refused if a type is of no column, or a column has no type', async () => {
    const database = await createTestDatabase('postgres');
    await expect(
      rowTypes(database, { ...columnTypes, 'member.shoe_size': 'number' }),
    ).rejects.toThrow('The database has no member.shoe_size.');
    await sql`create table booking (hours interval)`.execute(database);
    await expect(rowTypes(database)).rejects.toThrow(
      'Say the type of booking.hours, which is interval.',
    );
  });
});

it('every function that sets planner options sets jit to off', async () => {
  const database = await createTestDatabase('postgres');
  const { rows } = await sql<{ name: string; options: string[] }>`
    select proname as name, proconfig as options from pg_proc
    where pronamespace = 'public'::regnamespace and proconfig::text like '%enable%'
  `.execute(database);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ options }) => !options.includes('jit=off'))).toEqual([]);
});
