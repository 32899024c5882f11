import type { Updateable } from 'kysely';
import { sql } from 'kysely';
import type {
  DatabaseTransaction,
  MemberRow,
  MemberTable,
} from '../../platform/database/schema.ts';

/** What stands of a person in a row of theirs: of their own, or of a ghost that was claimed for them. */
export type PersonRow = Pick<
  MemberRow,
  | 'id'
  | 'member_number'
  | 'first_name'
  | 'last_name'
  | 'display_name'
  | 'name_folded'
  | 'email'
  | 'city_folded'
  | 'state_folded'
  | 'country'
>;

/**
 * The rows of a person, their own first: those of ghosts that were claimed for them, and of ghosts that
 * they claimed matches of, which the ledger can lead to. None where there is no such member, or no more. Nobody reads
 * them for writing, or refers to them, until the transaction ends: batches and consents under way are
 * over, and later ones find nobody.
 */
export async function lockPerson(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<PersonRow[]> {
  const own = await selectPeople(transaction).where('id', '=', memberId).execute();
  if (own.length === 0) return [];
  // Once the member is locked nobody claims another ghost for them.
  const ghosts = await selectPeople(transaction)
    .where(({ or, eb, and }) =>
      or([
        eb('merged_into', '=', memberId),
        and([
          eb('is_ghost', '=', true),
          eb('merged_into', 'is', null),
          eb('id', 'in', (ghosts) =>
            ghosts
              .selectFrom('audit_entry')
              .select(sql<string>`details ->> 'ghostId'`.as('id'))
              .where('member_id', '=', memberId)
              .where('action', '=', 'ghost.claimed'),
          ),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();
  return [...own, ...ghosts];
}

/** Locks unclaimed ghosts, each with the ghosts that were merged into it. */
export async function lockGhosts(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<PersonRow[]> {
  if (ids.length === 0) return [];
  return await selectPeople(transaction)
    .where(({ or, and, eb }) =>
      or([
        and([eb('id', 'in', ids), eb('is_ghost', '=', true), eb('merged_into', 'is', null)]),
        eb('merged_into', 'in', ids),
      ]),
    )
    .orderBy('id')
    .execute();
}

function selectPeople(transaction: DatabaseTransaction) {
  return transaction
    .selectFrom('member')
    .select([
      'id',
      'member_number',
      'first_name',
      'last_name',
      'display_name',
      'name_folded',
      'email',
      'city_folded',
      'state_folded',
      'country',
    ])
    .where('erased_at', 'is', null)
    .forUpdate();
}

/** Leaves nothing of the people in their rows but what `remains`. */
export async function overwritePeople(
  transaction: DatabaseTransaction,
  ids: readonly string[],
  remains: Updateable<MemberTable>,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('member')
    .set({ ...remains, erased_at: now })
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
}
