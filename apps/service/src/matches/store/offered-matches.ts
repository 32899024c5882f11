import { sql } from 'kysely';
import { tableOf } from '../../platform/database/rows.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import { isRated, type LedgerPosition } from '../../ratings/store/ledger.ts';

/** A match of a ghost, a member without an account. */
export interface OfferedMatch extends LedgerPosition {
  /** Names the ghost's participation in the match, because two ghosts of one address may play in it. */
  participation: string;
  ghostId: string;
  matchId: string;
  /** The ghost's id in the match. If another ghost was claimed for it, that one's id. */
  participantId: string;
  /** The number of the same. */
  participantNumber: number;
  sport: string;
  isRated: boolean;
  /** False if the member said so before, or plays in it next to the ghost and so is another person. */
  mayBeMine: boolean;
}

/** Returns the address of a member who has proven it. Undefined otherwise. */
export async function findProvenEmail(
  database: Database,
  memberId: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('member')
    .innerJoin('account', 'account.member_id', 'member.id')
    .select(sql<string>`lower(member.email)`.as('email'))
    .where('member.id', '=', memberId)
    .where('account.email_proven_at', 'is not', null)
    .where('member.email', 'is not', null)
    .executeTakeFirst();
  return row?.email;
}

/** Returns the unclaimed ghosts with this address, by their id. */
export async function findGhosts(database: Database, emailHash: string): Promise<string[]> {
  const rows = await database
    .selectFrom('member')
    .select('id')
    .where('email_hash', '=', sql<Buffer>`decode(${emailHash}, 'hex')`)
    .where('is_ghost', '=', true)
    .where('merged_into', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the matches of ghosts that are not void, the latest first. */
export async function findOfferedMatches(
  database: Database,
  { ghostIds, memberId }: { ghostIds: readonly string[]; memberId: string },
): Promise<OfferedMatch[]> {
  const { rows } = await sql<OfferedMatch>`
    select
      match.id || ' ' || named.id as participation,
      coalesce(named.merged_into, named.id) as "ghostId", match.id as "matchId",
      named.id as "participantId", participant.member_number as "participantNumber", match.sport,
      match.match_date as "matchDate", match.arrival, ${isRated} as "isRated",
      ${mayBeOf(memberId)} as "mayBeMine"
    from member as named
    join match_participant as participant on participant.member_number = named.member_number
    join match on match.arrival = participant.arrival
    where coalesce(named.merged_into, named.id) = any(${ghostIds}::text[])
      and not exists (select from match_void where match_void.match_id = match.id)
    order by match.arrival desc, named.id
  `.execute(database);
  return rows;
}

/** SQL for whether a match of the rows `match`, `participant`, and its member `named` may be the member's. */
const mayBeOf = (memberId: string) => sql<boolean>`(
  not exists (
    select from declined_claim as declined
    where declined.member_id = ${memberId} and declined.match_id = match.id
      and declined.participant_id = named.id
  )
  and not exists (
    select from match_participant as other
    join member on member.member_number = other.member_number
    where other.arrival = participant.arrival
      and coalesce(member.merged_into, member.id) = ${memberId}
  )
)`;

/** An unclaimed person in imports under an email address. */
export interface ReportedGhost {
  ghostId: string;
  displayName: string;
  /** Folded by `nameColumns`. */
  name: string;
  /** The name of the member with the address. */
  memberName: string;
  /** How many matches name the ghost. */
  matches: number;
}

/** Returns the ghosts with a member's address, except those that the member said are somebody else. */
export async function findReportedGhosts(
  database: Database,
  { ghostIds, memberId }: { ghostIds: readonly string[]; memberId: string },
): Promise<ReportedGhost[]> {
  const { rows } = await sql<ReportedGhost>`
    select
      ghost.id as "ghostId", ghost.display_name as "displayName", ghost.name_folded as name,
      own.name_folded as "memberName", count(played.may_be)::integer as matches
    from member as ghost
    join member as own on own.id = ${memberId}
    left join lateral (
      select ${mayBeOf(memberId)} as may_be
      from member as named
      join match_participant as participant on participant.member_number = named.member_number
      join match on match.arrival = participant.arrival
      where (named.id = ghost.id or named.merged_into = ghost.id)
        and not exists (select from match_void where match_void.match_id = match.id)
    ) as played on true
    where ghost.id = any(${ghostIds}::text[])
    group by ghost.id, own.id
    having count(played.may_be) = 0 or bool_or(played.may_be)
    order by ghost.id
  `.execute(database);
  return rows;
}

/** Counts how many matches of ghosts may be the member's, up to a limit. */
export async function countOffered(
  database: Database,
  { ghostIds, memberId, limit }: { ghostIds: readonly string[]; memberId: string; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select
      from member as named
      join match_participant as participant on participant.member_number = named.member_number
      join match on match.arrival = participant.arrival
      where coalesce(named.merged_into, named.id) = any(${ghostIds}::text[])
        and not exists (select from match_void where match_void.match_id = match.id)
        and ${mayBeOf(memberId)}
      limit ${limit}
    ) as offered
  `.execute(database);
  return rows[0]?.count ?? 0;
}

/** Records that the member declined these matches. */
export async function insertDeclined(
  transaction: DatabaseTransaction,
  memberId: string,
  matches: readonly Pick<OfferedMatch, 'matchId' | 'participantId'>[],
): Promise<void> {
  await sql`
    insert into declined_claim (member_id, match_id, participant_id)
    select ${memberId}, "matchId", "participantId"
    from ${tableOf('declined', matches, { matchId: 'text', participantId: 'text' })}
    on conflict do nothing
  `.execute(transaction);
}

/** Gives a ghost's participations in these matches, with their ratings, to the member. */
export async function moveParticipations(
  transaction: DatabaseTransaction,
  memberId: string,
  matches: readonly Pick<OfferedMatch, 'ghostId' | 'matchId' | 'arrival' | 'participantNumber'>[],
): Promise<void> {
  const named = matches.map(({ matchId, arrival, participantNumber, ghostId }) => ({
    match_id: matchId,
    arrival,
    participant_number: participantNumber,
    ghost_id: ghostId,
  }));
  const moved = tableOf('moved', named, {
    match_id: 'text',
    arrival: 'bigint',
    participant_number: 'integer',
    ghost_id: 'text',
  });
  await sql`
    update match_participant set member_number = member.member_number from member, ${moved}
    where member.id = ${memberId} and match_participant.arrival = moved.arrival
      and match_participant.member_number = moved.participant_number
  `.execute(transaction);
  await sql`
    update unconfirmed_participation
    set participant_number = member.member_number, member_id = member.id
    from member, ${moved}
    where member.id = ${memberId} and unconfirmed_participation.arrival = moved.arrival
      and unconfirmed_participation.participant_number = moved.participant_number
  `.execute(transaction);
  await sql`
    update rating_change set member_number = member.member_number
    from member, ${moved}
    join match on match.id = moved.match_id
    join member as ghost on ghost.id = moved.ghost_id
    where member.id = ${memberId}
      and rating_change.member_number = ghost.member_number
      and rating_change.sport = match.sport and rating_change.arrival = match.arrival
  `.execute(transaction);
  // The member's own ratings follow from the settlement, which rates these matches again.
  await sql`
    delete from player_state using match, member as ghost, ${moved}
    where match.id = moved.match_id and ghost.id = moved.ghost_id
      and player_state.member_number = ghost.member_number and player_state.sport = match.sport
      and player_state.match_date = match.match_date and player_state.arrival = match.arrival
  `.execute(transaction);
}

/** Reads again when these players last played. */
export async function noteActivity(
  transaction: DatabaseTransaction,
  memberIds: readonly string[],
): Promise<void> {
  await sql`
    select note_activity(array(
      select member_number from member where id = any(${memberIds}::text[])
    ))
  `.execute(transaction);
}

/** Deletes the addresses by which these ghosts are recognized. */
export async function forgetAddresses(
  transaction: DatabaseTransaction,
  ghostIds: readonly string[],
): Promise<void> {
  await transaction
    .updateTable('member')
    .set({ email_hash: null })
    .where('id', '=', sql<string>`any(${ghostIds}::text[])`)
    .execute();
}
