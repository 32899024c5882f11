import { sql } from 'kysely';
import type { Database, DatabaseTransaction, MemberRow } from '../../platform/database/schema.ts';

type NamedRow = Pick<MemberRow, 'id' | 'member_number' | 'is_ghost' | 'merged_into'>;

/** Returns members by id or member number. A claimed ghost (a member without an account) is returned as itself. */
export async function findNamed(
  database: Database,
  { ids, numbers }: { ids: readonly string[]; numbers: readonly string[] },
): Promise<NamedRow[]> {
  return await database
    .selectFrom('member')
    .select(['id', 'member_number', 'is_ghost', 'merged_into'])
    .where('erased_at', 'is', null)
    .where((expression) =>
      expression.or([
        expression('id', '=', sql<string>`any(${ids}::text[])`),
        expression('member_number', '=', sql<number>`any(${numbers}::bigint[])`),
      ]),
    )
    .execute();
}

/** Locks these members until the transaction ends. */
export async function lockMembers(
  transaction: DatabaseTransaction,
  memberIds: readonly string[],
): Promise<NamedRow[]> {
  return await transaction
    .selectFrom('member')
    .select(['id', 'member_number', 'is_ghost', 'merged_into'])
    .where('erased_at', 'is', null)
    .where('id', '=', sql<string>`any(${memberIds}::text[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Returns a match that counts and in which both play. Undefined if there is none. */
export async function findSharedMatch(
  database: Database,
  one: string,
  other: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select match.id
    from match_participant as participant
    join member on member.member_number = participant.member_number
    join match on match.arrival = participant.arrival
    where (member.id in (${one}, ${other}) or member.merged_into in (${one}, ${other}))
      and not exists (
        select from match_void where match_void.match_id = match.id
      )
    group by match.id
    having count(distinct coalesce(member.merged_into, member.id)) > 1
    limit 1
  `.execute(database);
  return rows[0]?.id;
}

export interface SportPlayed {
  sport: string;
  matches: number;
  /** The position of the first of them in the ledger. */
  matchDate: Date;
  arrival: number;
}

/** Returns the sports of a member's matches that count. */
export async function findSportsPlayed(
  database: Database,
  memberId: string,
): Promise<SportPlayed[]> {
  const { rows } = await sql<SportPlayed>`
    select
      match.sport, count(*) as matches,
      (array_agg(match.match_date order by match.match_date, match.arrival))[1] as "matchDate",
      (array_agg(match.arrival order by match.match_date, match.arrival))[1] as arrival
    from match_participant as participant
    join member on member.member_number = participant.member_number
    join match on match.arrival = participant.arrival
    where (member.id = ${memberId} or member.merged_into = ${memberId})
      and not exists (select from uncounted_match where uncounted_match.match_id = match.id)
    group by match.sport
    order by match.sport
  `.execute(database);
  return rows;
}

const numberOf = (memberId: string) =>
  sql<number>`(select member_number from member where id = ${memberId})`;

/**
 * Merges a ghost into a member, with everything that belongs to the ghost.
 * @returns the ids that moved: that of the ghost, and those of the ghosts that were merged into it before.
 */
export async function moveGhost(
  transaction: DatabaseTransaction,
  { ghostId, memberId }: { ghostId: string; memberId: string },
): Promise<string[]> {
  // Ghosts that were merged into this one move too, so that `merged_into` always names a member.
  const moved = await transaction
    .updateTable('member')
    .set({ merged_into: memberId })
    .where((expression) =>
      expression.or([expression('id', '=', ghostId), expression('merged_into', '=', ghostId)]),
    )
    .returning('id')
    .execute();
  await transaction
    .updateTable('rating_change')
    .set({ member_number: numberOf(memberId) })
    .where('member_number', '=', numberOf(ghostId))
    .execute();
  await transaction
    .updateTable('unconfirmed_participation')
    .set({ member_id: memberId })
    .where('member_id', '=', ghostId)
    .execute();
  await transaction.deleteFrom('rating').where('member_id', '=', ghostId).execute();
  await transaction
    .deleteFrom('player_state')
    .where('member_number', '=', numberOf(ghostId))
    .execute();
  // The ratings must be computed again from the ghost's first match (are due). That covers all that was due for the ghost.
  await transaction.deleteFrom('settlement_player').where('member_id', '=', ghostId).execute();
  await sql`
    update settlement_due set member_ids = array_replace(member_ids, ${ghostId}, ${memberId})
    where ${ghostId} = any(member_ids)
  `.execute(transaction);
  return moved.map(({ id }) => id);
}
