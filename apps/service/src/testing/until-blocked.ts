import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../platform/database/schema.ts';

/** Waits until at least this many statements on a PostgreSQL database wait for locks of other transactions. */
export async function untilBlocked(database: Database, count = 1): Promise<void> {
  const find = sql<{ blocked: number }>`
    select count(*)::integer as blocked from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `;
  const blocked = async () => (await find.execute(database)).rows[0]?.blocked;
  await expect.poll(blocked).toBeGreaterThanOrEqual(count);
}
