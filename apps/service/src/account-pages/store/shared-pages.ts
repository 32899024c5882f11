import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

/** The last part of the address of a member's share page; null where they have none. */
export async function findShareAddress(
  database: Database,
  memberId: string,
): Promise<string | null> {
  const page = await database
    .selectFrom('shared_page')
    .select('address')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return page?.address ?? null;
}

/** Whose share page has this address; null where there is none, or the account is locked, so that nobody can end it. */
export async function findSharer(database: Database, address: string): Promise<string | null> {
  const page = await database
    .selectFrom('shared_page')
    .innerJoin('account', 'account.member_id', 'shared_page.member_id')
    .select('shared_page.member_id')
    .where('address', '=', address)
    .where('account.locked_at', 'is', null)
    .executeTakeFirst();
  return page?.member_id ?? null;
}

/** Gives a member a share page; false where they have one. */
export async function insertSharedPage(
  transaction: DatabaseTransaction,
  page: { memberId: string; address: string; createdAt: Date },
): Promise<boolean> {
  const { memberId: member_id, address, createdAt: created_at } = page;
  const inserted = await transaction
    .insertInto('shared_page')
    .values({ member_id, address, created_at })
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .returning('member_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Takes a member's share page away; false where there is none. */
export async function deleteSharedPage(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<boolean> {
  const deleted = await transaction
    .deleteFrom('shared_page')
    .where('member_id', '=', memberId)
    .returning('member_id')
    .executeTakeFirst();
  return deleted !== undefined;
}
