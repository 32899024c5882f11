import { sql } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** Marks the keys as used. */
export async function recordKeyUse(
  database: Database,
  keyIds: readonly string[],
  now: Date,
): Promise<void> {
  await recordUse(database, 'api_key', keyIds, now);
}

/** Marks the connections as used. */
export async function recordConnectionUse(
  database: Database,
  connectionIds: readonly string[],
  now: Date,
): Promise<void> {
  await recordUse(database, 'connection', connectionIds, now);
}

// A row that another transaction has locked is skipped: that one marks it used, or ends it.
async function recordUse(
  database: Database,
  table: 'api_key' | 'connection',
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set last_used_at = ${now}
    where id in (
      select id from ${sql.table(table)} where id = any(${ids}::text[]) for update skip locked
    )
  `.execute(database);
}
