import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

export interface Discovery {
  /** Whether the member chose to be found, and so is. */
  isWanted: boolean;
  /** Until when (a calendar date) they are under 16, and so cannot choose it; null for everybody else. */
  protectedUntil: string | null;
}

/** Whether the member is found by search and on leaderboards, and would like to be. */
export async function findDiscovery(database: Database, memberId: string): Promise<Discovery> {
  return await database
    .selectFrom('member')
    .select(['wants_discovery as isWanted', 'protected_until as protectedUntil'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
}

/** Sets whether the member wants to be found; false where it is so already, and nobody under 16 is shown. */
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
    .returning('wants_discovery as isWanted')
    .executeTakeFirst();
  // The database leaves out who is under 16.
  return updated?.isWanted === isDiscoverable;
}

/**
 * Ends what an earlier birth date caused: only the recorded one decides whether the member is under 16. Gives until
 * when (a calendar date) it protects the member; null for who is not under 16.
 */
export async function confirmBirthDate(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<string | null> {
  const { protected_until } = await transaction
    .updateTable('member')
    .set({ protected_until: null })
    .where('id', '=', memberId)
    .returning('protected_until')
    .executeTakeFirstOrThrow();
  return protected_until;
}
