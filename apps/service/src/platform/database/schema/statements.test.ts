import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { table } from './statements.ts';

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

it('the comments of a table are those above it and its columns', async () => {
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
