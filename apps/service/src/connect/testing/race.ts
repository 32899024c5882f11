import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import type { DatabaseKind } from '../../testing/test-database.ts';

// One of the pool's ten connections holds the lock, and others may be busy.
const WAITING = 6;

/**
 * Runs calls that really compete: they begin while every row of a table is locked, and continue
 * when most of them wait for it. The embedded database has one connection, so there they queue.
 */
export async function race<Answer>(
  database: Database,
  kind: DatabaseKind,
  table: 'connection' | 'authorization_request',
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  let answers: Promise<Answer[]> | undefined;
  await database.transaction().execute(async (transaction) => {
    await sql`select from ${sql.table(table)} for update`.execute(transaction);
    answers = Promise.all(calls.map((call) => call()));
    while (kind === 'postgres') {
      // Within a transaction, PostgreSQL shows its activity as at the first look.
      await sql`select pg_stat_clear_snapshot()`.execute(transaction);
      const { rows } = await sql<{ waiting: number }>`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(transaction);
      if ((rows[0]?.waiting ?? 0) >= WAITING) break;
      await sleep(5);
    }
  });
  return (await answers) ?? [];
}
