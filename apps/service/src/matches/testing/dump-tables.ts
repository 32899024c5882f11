import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/** Returns every row of every table, as the database writes it. */
export async function dumpTables(database: Database): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
  `.execute(database);
  const dumps = tables.rows.map(
    ({ name }) => sql`
      select concat(${sql.lit(name)}, ' ', "dumped"::text) as line from ${sql.table(name)} as "dumped"
    `,
  );
  const { rows } = await sql<{ line: string }>`${sql.join(dumps, sql` union all `)}`.execute(
    database,
  );
  return rows.map(({ line }) => line).toSorted();
}
