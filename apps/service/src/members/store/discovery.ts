import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

export interface Discovery {
  /** What the member chose. */
  isWanted: boolean;
  /** Whether the member is found: nobody under 16 is. */
  isDiscoverable: boolean;
}

/** Whether the member is found by search and on leaderboards, and would like to be. */
export async function findDiscovery(database: Database, memberId: string): Promise<Discovery> {
  return await database
    .selectFrom('member')
    .select(['wants_discovery as isWanted', 'is_discoverable as isDiscoverable'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
}

/** Sets whether the member wants to be found; false where it is so already. */
export async function updateDiscovery(
  transaction: DatabaseTransaction,
  memberId: string,
  isDiscoverable: boolean,
): Promise<boolean> {
  const updated = await transaction
    .updateTable('member')
    .set({ wants_discovery: isDiscoverable })
    .where('id', '=', memberId)
    .where('wants_discovery', '!=', isDiscoverable)
    .where('erased_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/**
 * Shows those who have turned 16 by this day (`YYYY-MM-DD`) and want to be found; gives how many, at
 * most so many at once.
 */
export async function openGrownUp(database: Database, day: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update member set is_discoverable = true
    where id in (
      select id from member
      where wants_discovery and not is_discoverable
        and coalesce(birth_date, make_date(birth_year, 12, 31))
          <= ${day}::date - interval '16 years'
      order by id limit ${limit}
      for no key update skip locked
    )
  `.execute(database);
  return Number(numAffectedRows ?? 0);
}
