import { type RawBuilder, sql } from 'kysely';
import { responded } from '../../matches/store/responses.ts';
import type { Database } from '../../platform/database/schema.ts';
import { isRated } from '../../ratings/store/ledger.ts';

export interface ConnectedApplication {
  applicationId: string;
  clientId: string;
  name: string;
  scopes: string[];
  createdAt: Date;
  updatedAt: Date;
  lastUsedAt: Date | null;
}

/** Returns the applications connected to the member, including disabled ones, by name. */
export async function listConnectedApplications(
  database: Database,
  memberId: string,
): Promise<ConnectedApplication[]> {
  return await database
    .selectFrom('connection')
    .innerJoin('application', 'application.id', 'connection.application_id')
    .select([
      'application.id as applicationId',
      'application.client_id as clientId',
      'application.name',
      'connection.scopes',
      'connection.created_at as createdAt',
      'connection.updated_at as updatedAt',
      'connection.last_used_at as lastUsedAt',
    ])
    .where('connection.member_id', '=', memberId)
    .where('connection.revoked_at', 'is', null)
    .orderBy('application.name')
    .orderBy('application.id')
    .execute();
}

/** A result of a player, with what its page shows. */
export interface PlayerResult {
  matchId: string;
  /** The player's number in the match. */
  participantNumber: number;
  sport: string;
  playedAt: Date;
  /** The date and place of the report. */
  matchDate: string | null;
  timeZone: string | null;
  lastDay: string | null;
  arrival: number;
  reportedAt: Date;
  reportedBy: string;
  isRated: boolean;
  isDenied: boolean;
  isDisputed: boolean;
  /** Whether they said that it is another match than an earlier report. */
  isDistinct: boolean;
  isVoided: boolean;
  /** When it was voided, and whether an operator did. `isByOperator` is null if the audit log no longer says so. */
  voided: { at: string; isByOperator: boolean | null } | null;
  /** Why an operator decided that the result is right although the player objects. Null without a decision. */
  decision: string | null;
  isHeld: boolean;
  /** The short name and team of every player, in the order of the teams. */
  players: { team: number; id: string; name: string; isYou: boolean }[];
  /** Null if it was played to the end. */
  outcome: string | null;
  /** The team that won, if the games do not show it. */
  winner: number | null;
  games: { scores: number[]; isRated?: false }[];
  event: string | null;
  location: string | null;
}

/** Returns a player's results in these matches, in the same order. The arrivals name the matches. */
export async function listResultsIn(
  database: Database,
  memberId: string,
  arrivals: readonly number[],
): Promise<PlayerResult[]> {
  if (arrivals.length === 0) return [];
  return await readResults(
    database,
    sql`
      unnest(${arrivals}::bigint[]) with ordinality as asked (arrival, position)
      join match_participant as participant on participant.arrival = asked.arrival
      join member on member.member_number = participant.member_number
      where member.id = ${memberId} or member.merged_into = ${memberId}
    `,
  );
}

/** Returns a player's results in the matches with these ids, in any order. */
export async function listMatchResults(
  database: Database,
  memberId: string,
  matchIds: readonly string[],
): Promise<PlayerResult[]> {
  if (matchIds.length === 0) return [];
  const matches = await database
    .selectFrom('match')
    .select('arrival')
    .where('id', '=', sql<string>`any(${matchIds}::text[])`)
    .execute();
  return await listResultsIn(
    database,
    memberId,
    matches.map(({ arrival }) => arrival),
  );
}

/** Returns the results of participations, named by match and participant, without void matches. */
export async function listResultsOf(
  database: Database,
  participations: readonly { arrival: number; participantNumber: number }[],
): Promise<PlayerResult[]> {
  return await readResults(
    database,
    sql`
      unnest(
        ${participations.map(({ arrival }) => arrival)}::bigint[],
        ${participations.map(({ participantNumber }) => participantNumber)}::integer[]
      ) with ordinality as asked (arrival, member_number, position)
      join match_participant as participant
        on participant.arrival = asked.arrival and participant.member_number = asked.member_number
      where true
    `,
  );
}

/**
 * Selects rows `open` of unconfirmed participations that wait for the answer of their player. A result that an erased player
 * denied waits for nobody, although the others may still confirm it.
 */
export const waitsForAnswer = sql<boolean>`(
  not exists (
    select from match_response as response
    where response.arrival = open.arrival and response.member_number = open.participant_number
      and response.response in ('confirmed', 'denied')
  )
  and not exists (select from uncounted_match where uncounted_match.arrival = open.arrival)
  and not exists (
    select from match_response as denial
    join member as former on former.member_number = denial.member_number
    where denial.arrival = open.arrival and denial.response = 'denied'
      and denial.upheld_at is null and former.erased_at is not null
  )
)`;

/** Returns the matches of a player that wait for their answer, the most recent first, by their arrivals. */
export async function findOpenResults(
  database: Database,
  memberId: string,
  { sports, limit }: { sports: readonly string[]; limit: number },
): Promise<number[]> {
  const inOrder = sql`order by match_date desc, arrival desc limit ${limit}::integer`;
  const { rows } = await sql<{ arrival: number }>`
    select open.arrival
    from unnest(${sports}::text[]) as asked (sport)
    cross join lateral (
      select match_date, arrival
      from unconfirmed_participation as open
      where open.member_id = ${memberId} and open.sport = asked.sport
        and ${waitsForAnswer}
      ${inOrder}
    ) as open
    ${inOrder}
  `.execute(database);
  return rows.map(({ arrival }) => arrival);
}

/** @param participants SQL for rows `participant`, with the position of each. */
async function readResults(
  database: Database,
  participants: RawBuilder<unknown>,
): Promise<PlayerResult[]> {
  const { rows } = await sql<PlayerResult>`
    select
      match.id as "matchId", participant.member_number as "participantNumber", match.sport,
      match.match_date as "playedAt", match.arrival, match.created_at as "reportedAt",
      match.content ->> 'matchDate' as "matchDate", match.content ->> 'timeZone' as "timeZone",
      match.content ->> 'lastDay' as "lastDay", application.name as "reportedBy",
      match.content -> 'games' as games, match.content ->> 'outcome' as outcome,
      (match.content ->> 'winner')::integer as winner,
      match.content ->> 'event' as event, match.content ->> 'location' as location,
      ${isRated} as "isRated", ${responded('denied')} as "isDenied",
      ${responded('disputed')} as "isDisputed",
      ${responded('distinct')} as "isDistinct",
      coalesce(uncounted.reason = 'voided', false) as "isVoided",
      (
        select json_build_object('at', match_void.created_at, 'isByOperator', (
          select actor = 'operator' from audit_entry
          where occurred_at = match_void.created_at and action = 'match.voided'
            and details ->> 'matchId' = match_void.match_id
          limit 1
        ))
        from match_void where match_void.match_id = match.id
      ) as voided,
      coalesce(uncounted.reason = 'held', false) as "isHeld",
      (
        select upholding_reason from match_response as decided
        where decided.arrival = participant.arrival
          and decided.member_number = participant.member_number and decided.upheld_at is not null
        limit 1
      ) as decision,
      (
        select json_agg(
          json_build_object(
            'team', other.team, 'id', present.id, 'name', present.display_name,
            'isYou', other.member_number = participant.member_number
          )
          order by other.team, other.position
        )
        from match_participant as other
        join member as named on named.member_number = other.member_number
        join member as present on present.id = coalesce(named.merged_into, named.id)
        where other.arrival = match.arrival
      ) as players
    from (
      select participant.*, asked.position as asked_position
      from ${participants}
    ) as participant
    join match on match.arrival = participant.arrival
    left join uncounted_match as uncounted on uncounted.match_id = match.id
    join application on application.id = match.application_id
    order by participant.asked_position
  `.execute(database);
  return rows;
}
