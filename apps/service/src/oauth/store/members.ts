import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

/** What an event about a connection says of its member. */
export async function findMemberForEvent(database: Database, memberId: string) {
  return await database
    .selectFrom('member')
    .select(['member_number', 'first_name', 'last_name'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
}

/** Keeps the member from being erased until the transaction ends; false where that has happened. */
export async function lockMember(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<boolean> {
  const member = await transaction
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .where('erased_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return member !== undefined;
}
