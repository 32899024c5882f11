import { type RawBuilder, sql, type Updateable } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  MemberRow,
  MemberTable,
} from '../../platform/database/schema.ts';

/** The data of a person in one row: their own, or that of a ghost (a member without an account) that they claimed. */
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
 * Locks the rows of a person, their own first, then those of ghosts that they claimed, and of ghosts of which they
 * claimed some matches. Returns none if there is no such member, or the member was erased. Until the transaction ends,
 * nobody else writes or refers to these rows. Batches and consents that began before have ended, and later ones find
 * nobody.
 */
export async function lockPerson(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<PersonRow[]> {
  const own = await selectPeople(transaction).where('id', '=', memberId).execute();
  if (own.length === 0) return [];
  // After the member is locked, no other ghost can be claimed for them.
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

/** Locks unclaimed ghosts, with the ghosts that were merged into each. */
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

/** Overwrites the people's rows with `remains`. */
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

/** Finds the members that were erased after the last clean-up. */
export async function findUncleared(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('member')
    .select('id')
    .where('erased_at', 'is not', null)
    .where('cleared_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks people as cleared, except those whose last mail waits. */
export async function markCleared(
  database: Database,
  memberIds: readonly string[],
  now: Date,
): Promise<void> {
  await database
    .updateTable('member')
    .set({ cleared_at: now })
    .where('id', '=', sql<string>`any(${memberIds}::text[])`)
    // The last mail contains the address. When it is gone, what is left of its row is cleared too.
    .where(sql<boolean>`not exists (select from mail where mail.member_id = member.id)`)
    .execute();
}

/** The position of a ghost in the order of creation. */
export interface GhostPosition {
  createdAt: Date;
  id: string;
}

interface LookedAt {
  /** The last ghost that was checked; null if there was none. */
  last: GhostPosition | null;
  /** How many ghosts were checked. */
  count: number;
  /** The ghosts that no match has named since. */
  forgotten: string[];
}

/** Checks ghosts created before a moment, the oldest first, and returns those in no match stored since. */
export async function findOldGhosts(
  database: Database,
  { before, after, limit }: { before: Date; after: GhostPosition; limit: number },
): Promise<LookedAt> {
  const { rows } = await sql<GhostPosition & { isNamed: boolean }>`
    select looked.created_at as "createdAt", looked.id, ${isNamedSince(before)} as "isNamed"
    from (
      select created_at, id, member_number from member
      where is_ghost and merged_into is null and erased_at is null
        and (created_at, id) > (${after.createdAt}::timestamptz, ${after.id})
        and created_at <= ${before}::timestamptz
      order by created_at, id
      limit ${limit}::integer
    ) as looked
    order by looked.created_at, looked.id
  `.execute(database);
  return {
    last: rows.at(-1) ?? null,
    count: rows.length,
    forgotten: rows.flatMap(({ id, isNamed }) => (isNamed ? [] : [id])),
  };
}

interface OldGhost {
  id: string;
  memberNumber: number;
}

/** Locks the ghosts that are still unclaimed. Rows that others have locked are skipped. */
export async function lockOldGhosts(
  transaction: DatabaseTransaction,
  ids: readonly string[],
  before: Date,
): Promise<OldGhost[]> {
  return (await oldGhosts(ids, before).execute(transaction)).rows;
}

// The inner `select` makes PostgreSQL check each ghost by its own matches. Otherwise it joins all ghosts with all matches.
export function oldGhosts(ids: readonly string[], before: Date): RawBuilder<OldGhost> {
  return sql`
    select looked.id, looked.member_number as "memberNumber"
    from member as looked
    where looked.id = any(${ids}::text[])
      and looked.is_ghost and looked.merged_into is null and looked.erased_at is null
      and (select not ${isNamedSince(before)})
    order by looked.id
    for update of looked skip locked
  `;
}

/** Locks the ghosts that were merged into these. These are locked already, so no other ghost is merged into them. */
export async function lockAliases(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<OldGhost[]> {
  return await transaction
    .selectFrom('member')
    .select(['id', 'member_number as memberNumber'])
    .where('merged_into', '=', sql<string>`any(${ids}::text[])`)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

// A match may name a ghost by the id of a ghost that was merged into it.
const isNamedSince = (moment: Date) => sql<boolean>`exists (
  select from match_participant as participant
  join match on match.arrival = participant.arrival
  where match.created_at > ${moment}::timestamptz
    and participant.member_number in (
      select looked.member_number
      union all
      select alias.member_number from member as alias where alias.merged_into = looked.id
    )
)`;
