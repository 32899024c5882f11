import { sql } from 'kysely';
import type { Database, MemberRow } from '../../../platform/database/schema.ts';

/** The member with an account under this e-mail address, whatever its case. */
export async function findMemberByEmail(
  database: Database,
  email: string,
): Promise<MemberRow | undefined> {
  return await database
    .selectFrom('member')
    .innerJoin('account', 'account.member_id', 'member.id')
    .selectAll('member')
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email.trim()})`)
    .executeTakeFirst();
}
