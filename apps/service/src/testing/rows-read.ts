import { sql } from 'kysely';
import type { Database } from '../platform/database/schema.ts';

/**
 * Counts how many rows of the tables this work reads. The database needs a single connection, because only the
 * connection that read rows can count them.
 */
export async function rowsRead(
  database: Database,
  work: () => Promise<unknown>,
): Promise<(table: string) => number> {
  const before = await countReads(database);
  await work();
  const after = await countReads(database);
  return (table) => (after.get(table) ?? 0) - (before.get(table) ?? 0);
}

async function countReads(database: Database): Promise<Map<string, number>> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  const { rows } = await sql<{ name: string; count: number }>`
    select relname as name, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as count
    from pg_stat_user_tables
  `.execute(database);
  return new Map(rows.map(({ name, count }) => [name, count]));
}
