import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/** The members who were erased since the remains were cleared. */
export async function findUncleared(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('member')
    .select('id')
    .where('erased_at', 'is not', null)
    .where('cleared_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

export async function markCleared(
  database: Database,
  memberIds: readonly string[],
  now: Date,
): Promise<void> {
  await database
    .updateTable('member')
    .set({ cleared_at: now })
    .where('id', '=', sql<string>`any(${memberIds}::text[])`)
    .execute();
}
