import type { Database, DatabaseTransaction, MemberRow } from '../../platform/database/schema.ts';

export interface SharingChoice {
  /** By their codes (`../domain/shared-items.ts`). */
  items: readonly string[];
  /** Whether search engines may list it. */
  isListed: boolean;
}

/** Returns the share page of a member with the last part of its address. Null if they have none. */
export async function findSharedPage(
  database: Database,
  memberId: string,
): Promise<(SharingChoice & { address: string }) | null> {
  const page = await database
    .selectFrom('shared_page')
    .select(['address', 'items', 'is_listed'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (page === undefined) return null;
  return { address: page.address, items: page.items, isListed: page.is_listed };
}

/**
 * Returns the player with this share page, and what they show. Null if there is none, if the account is locked, because
 * then the player cannot end it, or if the player is too young today (`YYYY-MM-DD`). One statement, so that each case
 * takes as long as an unknown address.
 */
export async function findSharer(
  database: Database,
  address: string,
  today: string,
): Promise<(SharingChoice & { member: MemberRow }) | null> {
  const row = await database
    .selectFrom('shared_page')
    .innerJoin('account', 'account.member_id', 'shared_page.member_id')
    .innerJoin('member', 'member.id', 'shared_page.member_id')
    .selectAll('member')
    .select(['shared_page.items', 'shared_page.is_listed'])
    .where('shared_page.address', '=', address)
    .where('account.locked_at', 'is', null)
    .where(({ or, eb }) =>
      or([eb('member.protected_until', 'is', null), eb('member.protected_until', '<=', today)]),
    )
    .executeTakeFirst();
  if (row === undefined) return null;
  const { items, is_listed: isListed, ...member } = row;
  return { member, items, isListed };
}

/** Gives a member a share page. Returns false if they have one. */
export async function insertSharedPage(
  transaction: DatabaseTransaction,
  page: SharingChoice & { memberId: string; address: string; createdAt: Date },
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('shared_page')
    .values({
      member_id: page.memberId,
      address: page.address,
      items: [...page.items],
      is_listed: page.isListed,
      created_at: page.createdAt,
    })
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .returning('member_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Changes what a member's share page shows, or its address. Returns false if there is none. */
export async function updateSharedPage(
  transaction: DatabaseTransaction,
  memberId: string,
  change: SharingChoice | { address: string },
): Promise<boolean> {
  const updated = await transaction
    .updateTable('shared_page')
    .set(
      'address' in change
        ? { address: change.address }
        : { items: [...change.items], is_listed: change.isListed },
    )
    .where('member_id', '=', memberId)
    .returning('member_id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Ends a member's share page. Returns false if there is none. */
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
