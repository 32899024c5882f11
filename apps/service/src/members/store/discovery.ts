import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

/** Whether the member is found by search and on leaderboards. */
export async function findDiscovery(database: Database, memberId: string): Promise<boolean> {
  const { is_discoverable } = await database
    .selectFrom('member')
    .select('is_discoverable')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return is_discoverable;
}

/** Sets whether the member is found by search and on leaderboards; false where it is so already. */
export async function updateDiscovery(
  transaction: DatabaseTransaction,
  memberId: string,
  isDiscoverable: boolean,
): Promise<boolean> {
  const updated = await transaction
    .updateTable('member')
    .set({ is_discoverable: isDiscoverable })
    .where('id', '=', memberId)
    .where('is_discoverable', '!=', isDiscoverable)
    .where('erased_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}
