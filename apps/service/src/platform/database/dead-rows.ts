import { type RawBuilder, sql } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Rewrites tables of the embedded database without the rows that were updated or deleted, together
 * with what the planner remembers of them, and begins its log again: afterwards no file has a value
 * that no row has. Nobody else gets the database meanwhile.
 */
export async function rewriteTables(database: Database, tables: readonly string[]): Promise<void> {
  // One connection: a setting of the session must hold for the statements after it.
  await database.connection().execute(async (connection) => {
    const run = async (statement: RawBuilder<unknown>) => {
      await statement.execute(connection);
    };
    // For an empty table the planner would keep what it sampled when there were rows.
    await run(sql`
      delete from pg_statistic
      where starelid = any(${tables}::regclass[]) or starelid in (
        select partition.relid
        from unnest(${tables}::regclass[]) as whole
        cross join lateral pg_partition_tree(whole) as partition
      )
    `);
    for (const table of tables) await run(sql`vacuum (full, analyze) ${sql.table(table)}`);
    await run(sql`vacuum full pg_statistic`);
    // A segment of the log that is used again keeps what it had.
    await run(sql`set wal_recycle = off`);
    for (const _ of ['the records of the tables', 'those of the checkpoint before']) {
      await run(sql`select pg_switch_wal()`);
      await run(sql`checkpoint`);
    }
    await run(sql`reset wal_recycle`);
  });
}

/** Has the planner forget the values that it sampled of tables before, by sampling them again. */
export async function sampleTables(database: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(database);
}
