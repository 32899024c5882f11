import { sql, type Updateable } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  MemberRow,
  MemberTable,
} from '../../../platform/database/schema.ts';

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

/** A member whom nobody else changes until the transaction ends. */
export async function lockMember(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<MemberRow> {
  return await transaction
    .selectFrom('member')
    .selectAll()
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateFacts(
  transaction: DatabaseTransaction,
  memberId: string,
  facts: Updateable<MemberTable>,
): Promise<void> {
  await transaction.updateTable('member').set(facts).where('id', '=', memberId).execute();
}

/** Makes an address that of the account, not proven yet. */
export async function correctEmail(
  transaction: DatabaseTransaction,
  memberId: string,
  email: string,
): Promise<'corrected' | 'taken' | 'no_account'> {
  const other = await transaction
    .selectFrom('member')
    .select('id')
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .where('id', '!=', memberId)
    .executeTakeFirst();
  if (other !== undefined) return 'taken';
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set({ email_proven_at: null })
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 'no_account';
  await transaction.updateTable('member').set({ email }).where('id', '=', memberId).execute();
  return 'corrected';
}
