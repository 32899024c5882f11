// The SQL about the answers of players to results.

import { sql } from 'kysely';
import { arrayLiteral } from '../../platform/database/prepared-statement.ts';
import { tableOf } from '../../platform/database/rows.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import { isRatedBy } from '../../ratings/store/ledger.ts';
import { ownGhostText } from '../../ratings/store/players.ts';

export type ResultResponse = 'confirmed' | 'denied' | 'disputed' | 'distinct';

/** Why a player denied or disputed a result. */
export const answerReasons = ['not_played', 'wrong_score', 'wrong_day', 'other'] as const;

export type AnswerReason = (typeof answerReasons)[number];

/** Selects whether the player of a row `participant` gave this answer to the result. */
export const responded = (response: ResultResponse) => sql<boolean>`exists (
  select from match_response as response
  where response.arrival = participant.arrival
    and response.member_number = participant.member_number and response.response = ${response}
)`;

// The arrival of the report that counts for ratings. If a report repeats another one, only the other one counts.
const countedArrival = sql`
  case when uncounted.reason = 'repeated' then uncounted.other_arrival else match.arrival end`;

/** The state of a player in a match. */
export interface Participation {
  matchId: string;
  /** The player's number in the match: the number of a ghost (a member without an account) if the player claimed it. */
  participantNumber: number;
  /** The player's present id. */
  memberId: string;
  sport: string;
  /** The position in the ledger of the report that counts, together with `matchDate`. */
  arrival: number;
  batchId: string;
  matchDate: Date;
  applicationId: string;
  isRated: boolean;
  /** Whether the player agreed to this report, and not only to another report of the match. */
  isConfirmed: boolean;
  isDenied: boolean;
  isDisputed: boolean;
  /** Whether the player said that this is not the earlier match that it may repeat. */
  isDistinct: boolean;
  isVoided: boolean;
  isHeld: boolean;
}

/** Returns the state of these members in these matches, without matches in which they do not play. */
export async function findParticipations(
  database: Database,
  named: readonly { matchId: string; memberId: string }[],
): Promise<Participation[]> {
  const { rows } = await sql<Participation>`
    select
      match.id as "matchId", participant.member_number as "participantNumber",
      named.member_id as "memberId",
      match.sport, counted.arrival, match.batch_id as "batchId", counted.match_date as "matchDate",
      match.application_id as "applicationId", ${isRatedBy(sql`counted.arrival`)} as "isRated",
      participant.is_confirmed or ${responded('confirmed')} as "isConfirmed",
      ${responded('denied')} as "isDenied", ${responded('disputed')} as "isDisputed",
      ${responded('distinct')} as "isDistinct",
      coalesce(uncounted.reason = 'voided', false) as "isVoided",
      coalesce(uncounted.reason = 'held', false) as "isHeld"
    from unnest(
      ${named.map(({ matchId }) => matchId)}::text[],
      ${named.map(({ memberId }) => memberId)}::text[]
    ) as named (match_id, member_id)
    join match on match.id = named.match_id
    left join uncounted_match as uncounted on uncounted.arrival = match.arrival
    join match as counted on counted.arrival = ${countedArrival}
    join match_participant as participant on participant.arrival = match.arrival
    join member on member.member_number = participant.member_number
    where coalesce(member.merged_into, member.id) = named.member_id
    order by match.arrival, participant.member_number
  `.execute(database);
  return rows;
}

/** Returns whether all players of a held match said that it is not the earlier match that it may repeat. */
export async function isDistinctToAll(database: Database, matchId: string): Promise<boolean> {
  const { rows } = await sql<{ isDistinct: boolean }>`
    select bool_and(${responded('distinct')}) as "isDistinct"
    from match_participant as participant
    where participant.arrival = (select arrival from match where id = ${matchId})
  `.execute(database);
  return rows[0]?.isDistinct ?? false;
}

/** The part of a participation that a confirmation needs. */
export type Unconfirmed = Pick<
  Participation,
  'matchId' | 'participantNumber' | 'memberId' | 'sport' | 'arrival' | 'batchId' | 'matchDate'
>;

/** Returns the players of these matches who have neither confirmed nor denied the result, so it does not move their rating. */
export async function findUnconfirmed(
  database: Database,
  matchIds: readonly string[],
): Promise<Unconfirmed[]> {
  const { rows } = await sql<Unconfirmed>`
    select
      match.id as "matchId", open.participant_number as "participantNumber",
      open.member_id as "memberId", match.sport, counted.arrival, match.batch_id as "batchId", counted.match_date as "matchDate"
    from unconfirmed_participation as open
    join match on match.arrival = open.arrival
    left join uncounted_match as uncounted on uncounted.arrival = match.arrival
    join match as counted on counted.arrival = ${countedArrival}
    where match.id = any(${arrayLiteral(matchIds)}::text[])
      and not exists (
        select from match_response as response
        where response.arrival = open.arrival
          and response.member_number = open.participant_number
          and response.response in ('confirmed', 'denied')
      )
      and uncounted.reason is distinct from 'voided'
    order by match.arrival, open.participant_number
  `.execute(database);
  return rows;
}

export interface NewResponses {
  response: ResultResponse;
  /** The application that confirmed for the player by sending its report again. Null if the player answered. */
  applicationId: string | null;
  createdAt: Date;
  reason?: AnswerReason | undefined;
}

export async function insertResponses(
  transaction: DatabaseTransaction,
  { response, applicationId, createdAt, reason = undefined }: NewResponses,
  participations: readonly Pick<Participation, 'matchId' | 'participantNumber'>[],
): Promise<void> {
  const columns = { matchId: 'text', participantNumber: 'integer' } as const;
  await sql`
    insert into match_response (arrival, member_number, response, application_id, created_at, reason)
    select
      match.arrival, item."participantNumber", ${response}, ${applicationId},
      ${createdAt}::timestamptz, ${reason ?? null}
    from ${tableOf('item', participations, columns)}
    join match on match.id = item."matchId"
  `.execute(transaction);
}

/** A player who answered to a result, with the facts that decide whether its application may know the player. */
export interface Answered {
  matchId: string;
  identifier: string;
  applicationId: string;
  team: number;
  position: number;
  /** The player's present id. */
  id: string;
  memberNumber: number;
  displayName: string;
  isDiscoverable: boolean;
  isOwnGhost: boolean;
  granted: string[] | null;
}

/** Returns the players of these participations, in the same order. */
export async function findAnswered(
  database: Database,
  participations: readonly Pick<Participation, 'matchId' | 'participantNumber' | 'memberId'>[],
): Promise<Answered[]> {
  const { rows } = await sql<Answered>`
    select
      match.id as "matchId", match.identifier, match.application_id as "applicationId",
      participant.team, participant.position, member.id, member.member_number as "memberNumber",
      member.display_name as "displayName", member.is_discoverable as "isDiscoverable",
      ${sql.raw(ownGhostText('match.application_id'))} as "isOwnGhost", connection.scopes as granted
    from unnest(
      ${participations.map(({ matchId }) => matchId)}::text[],
      ${participations.map(({ participantNumber }) => participantNumber)}::integer[],
      ${participations.map(({ memberId }) => memberId)}::text[]
    ) with ordinality as answered (match_id, participant_number, member_id, place)
    join match on match.id = answered.match_id
    join match_participant as participant
      on participant.arrival = match.arrival
      and participant.member_number = answered.participant_number
    join member on member.id = answered.member_id
    left join connection on connection.application_id = match.application_id
      and connection.member_id = member.id and connection.revoked_at is null
      and 'user:profile:read' = any(connection.scopes)
    order by answered.place
  `.execute(database);
  return rows;
}

/**
 * Decides that a disputed result is right. All denials and disputes so far have no effect any more.
 * @returns the application that reported the match. Undefined if the match is not disputed.
 */
export async function upholdResult(
  transaction: DatabaseTransaction,
  matchId: string,
  { reason, now }: { reason: string; now: Date },
): Promise<{ applicationId: string } | undefined> {
  // The lock on this row makes a concurrent void or dispute wait until this transaction has ended.
  const disputed = await transaction
    .selectFrom('match_status')
    .select(['arrival', 'application_id as applicationId'])
    .where('arrival', '=', (query) =>
      query.selectFrom('match').select('arrival').where('id', '=', matchId),
    )
    .where('status', '=', 'disputed')
    .forUpdate()
    .executeTakeFirst();
  if (disputed === undefined) return undefined;
  await sql`
    update match_response set upheld_at = ${now}::timestamptz, upholding_reason = ${reason}
    where response in ('denied', 'disputed') and upheld_at is null and arrival in (
      select ${disputed.arrival}::bigint union all
      select arrival from uncounted_match
      where other_arrival = ${disputed.arrival} and reason = 'repeated'
    )
  `.execute(transaction);
  return disputed;
}
