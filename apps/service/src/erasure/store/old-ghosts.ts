import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

/** The position of a ghost in the order of their creation. */
export interface GhostPosition {
  createdAt: Date;
  id: string;
}

export interface LookedAt {
  /** The last that was looked at; null where there was none. */
  last: GhostPosition | null;
  /** How many were looked at. */
  count: number;
  /** Those of them that nobody has named since. */
  forgotten: string[];
}

/** Looks at ghosts created before a moment, the oldest first, for those in no match stored since. */
export async function findOldGhosts(
  database: Database,
  { before, after, limit }: { before: Date; after: GhostPosition; limit: number },
): Promise<LookedAt> {
  const { rows } = await sql<GhostPosition & { isNamed: boolean }>`
    select looked.created_at as "createdAt", looked.id, ${isNamedSince(before)} as "isNamed"
    from (
      select created_at, id from member
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

export interface OldGhost {
  id: string;
  memberNumber: number;
}

/** Locks those of the ghosts that still are what they were found to be; what others hold is passed over. */
export async function lockOldGhosts(
  transaction: DatabaseTransaction,
  ids: readonly string[],
  before: Date,
): Promise<OldGhost[]> {
  const { rows } = await sql<OldGhost>`
    select looked.id, looked.member_number as "memberNumber"
    from member as looked
    where looked.id = any(${ids}::text[])
      and looked.is_ghost and looked.merged_into is null and looked.erased_at is null
      and not ${isNamedSince(before)}
    order by looked.id
    for update of looked skip locked
  `.execute(transaction);
  return rows;
}

/** Locks the ghosts that were claimed for one of these, whom nobody claims another for once they are locked. */
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

// A match names a ghost also by the ids of those that were claimed for it.
const isNamedSince = (moment: Date) => sql<boolean>`exists (
  select from match_participant as participant
  join match on match.id = participant.match_id
  where match.created_at > ${moment}::timestamptz
    and participant.member_id in (
      select named.id from member as named
      where named.id = looked.id or named.merged_into = looked.id
    )
)`;
