import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/**
 * Finds where the database contains one of the values, in any case: in any column of any table, or in the planner's samples.
 * Numbers match only as whole words, because identifiers and fractions contain the same digits. Each hit is `table: value`.
 */
export async function findValues(database: Database, values: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema')
      -- The rows of a partition are also rows of the whole table.
      and not (
        select relispartition from pg_class
        where oid = format('%I.%I', table_schema, table_name)::regclass
      )
    union all
    select 'pg_catalog', 'pg_stats'
    order by 1, 2
  `.execute(database);
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ value: string }>`
      select value from unnest(${values}::text[]) as value
      where exists (
        select from ${sql.id(schema, name)} as stored
        -- The digits of bytes are not a text.
        cross join lower(regexp_replace(stored::text, '\\\\+x[0-9a-f]+', '', 'g')) as text
        -- PostgreSQL's own tables hold no people, but the number of a function may look like a year.
        where not (${name} = 'pg_stats' and stored::text like '(pg_catalog,%') and case
          when value ~ '^[0-9]+$' then text ~ ('(?<![0-9a-z.])' || value || '(?![0-9a-z])')
          else position(lower(value) in text) > 0
            or position(encode(convert_to(value, 'UTF8'), 'hex') in stored::text) > 0
        end
      )
    `.execute(database);
    found.push(...rows.map(({ value }) => `${name}: ${value}`));
  }
  return found;
}
