import type { DatabaseTransaction } from '../../../platform/database/schema.ts';

/** Revokes every key of an application, and gives how many there were. */
export async function revokeKeysOf(
  transaction: DatabaseTransaction,
  applicationId: string,
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('api_key')
    .set({ revoked_at: now })
    .where('application_id', '=', applicationId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ends every connection of an application, and gives whose they were. */
export async function endConnectionsOf(
  transaction: DatabaseTransaction,
  applicationId: string,
  now: Date,
): Promise<string[]> {
  const ended = await transaction
    .updateTable('connection')
    .set({ revoked_at: now })
    .where('application_id', '=', applicationId)
    .where('revoked_at', 'is', null)
    .returning('member_id')
    .execute();
  return ended.map(({ member_id }) => member_id);
}

/** Uses up what players are on the way to allow an application. */
export async function endRequestsOf(
  transaction: DatabaseTransaction,
  applicationId: string,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('authorization_request')
    .set({ used_at: now })
    .where('application_id', '=', applicationId)
    .where('used_at', 'is', null)
    .execute();
}
