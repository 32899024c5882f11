import type { Database } from '../../platform/database/schema.ts';

/** What an event about a connection says of its member. */
export async function findMemberForEvent(database: Database, memberId: string) {
  return await database
    .selectFrom('member')
    .select(['member_number', 'first_name', 'last_name'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
}
