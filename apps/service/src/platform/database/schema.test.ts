import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { columnTypes, rowTypes } from '../../../scripts/row-types.ts';
import { createTestDatabase, everyDatabase } from '../../testing/test-database.ts';
import { table } from './schema/statements.ts';

describe('the row types', () => {
  it.each(everyDatabase)('match a migrated database on %s', async (kind) => {
    const committed = await readFile(new URL('schema.gen.ts', import.meta.url), 'utf8');
    expect(await rowTypes(await createTestDatabase(kind))).toBe(committed);
  });

  it('contain every column: nullable if it may be null, optional if the database fills it in', async () => {
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

  it('cannot be generated if a type has no column, or a column has no type', async () => {
    const database = await createTestDatabase('postgres');
    await expect(
      rowTypes(database, { ...columnTypes, 'member.shoe_size': 'number' }),
    ).rejects.toThrow('The database has no member.shoe_size.');
    await sql`create table booking (hours interval)`.execute(database);
    await expect(rowTypes(database)).rejects.toThrow(
      'Add the type of booking.hours, which is interval.',
    );
  });
});

it('every function that sets planner options turns jit off', async () => {
  const database = await createTestDatabase('postgres');
  const { rows } = await sql<{ name: string; options: string[] }>`
    select proname as name, proconfig as options from pg_proc
    where pronamespace = 'public'::regnamespace and proconfig::text like '%enable%'
  `.execute(database);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ options }) => !options.includes('jit=off'))).toEqual([]);
});

it('every table and column has a comment', async () => {
  const database = await createTestDatabase('pglite');
  const ofTables = sql`
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%'`;
  const { rows } = await sql<{ name: string; comment: string | null }>`
    select relname as name, obj_description(pg_class.oid, 'pg_class') as comment
    from pg_class ${ofTables}
    union all
    select relname || '.' || attname, col_description(attrelid, attnum)
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped ${ofTables}
  `.execute(database);
  expect(rows.length).toBeGreaterThan(400);
  expect(rows.filter(({ comment }) => comment === null)).toEqual([]);
});

it('the comments of a table are the lines above it and its columns', async () => {
  const database = await createTestDatabase('pglite');
  const statements = table(`
    -- A player's court,
    -- for an hour.
    create table court (
      -- The number.
      id integer primary key,
      hour text not null,
      check (id > 0)
    )`);
  for (const statement of statements) await sql.raw(statement).execute(database);
  const { rows } = await sql`
    select obj_description('court'::regclass) as court, col_description('court'::regclass, 1) as id,
      col_description('court'::regclass, 2) as hour
  `.execute(database);
  expect(rows).toEqual([
    { court: "A player's court, for an hour.", id: 'The number.', hour: null },
  ]);
});
