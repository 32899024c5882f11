import { type RawBuilder, sql } from 'kysely';
import { responded } from '../../matches/store/responses.ts';
import type { Database } from '../../platform/database/schema.ts';
import { isRated } from '../../ratings/store/ledger.ts';

/** A result of a player, as they are asked about it. */
export interface PlayerResult {
  matchId: string;
  /** The player, as the match names them. */
  participantId: string;
  sport: string;
  playedAt: Date;
  reportedAt: Date;
  /** The name of the application. */
  reportedBy: string;
  isRated: boolean;
  isDenied: boolean;
  isDisputed: boolean;
  /** Everybody's short name and team, in the order of the teams. */
  players: { team: number; name: string }[];
  /** Null where it was played to the end. */
  outcome: string | null;
  games: { scores: number[] }[];
}

/** A player's results that were not taken back: those without an answer first, then the latest. */
export async function listResults(
  database: Database,
  memberId: string,
  limit: number,
): Promise<PlayerResult[]> {
  const own = sql`
    member join match_participant as participant on participant.member_id = member.id
    where (member.id = ${memberId} or member.merged_into = ${memberId})
  `;
  return await readResults(database, own, limit);
}

/** The same of participations in matches that are named by match and participant. */
export async function listResultsOf(
  database: Database,
  participations: readonly { matchId: string; participantId: string }[],
): Promise<PlayerResult[]> {
  const named = sql`
    unnest(
      ${participations.map(({ matchId }) => matchId)}::text[],
      ${participations.map(({ participantId }) => participantId)}::text[]
    ) as participation (match_id, participant_id)
    join match_participant as participant
      on participant.match_id = participation.match_id and participant.member_id = participation.participant_id
    where true
  `;
  return await readResults(database, named, participations.length);
}

async function readResults(
  database: Database,
  participants: RawBuilder<unknown>,
  limit: number,
): Promise<PlayerResult[]> {
  const { rows } = await sql<PlayerResult>`
    select result.*, (
      select json_agg(
        json_build_object('team', other.team, 'name', present.display_name)
        order by other.team, other.position
      )
      from match_participant as other
      join member as named on named.id = other.member_id
      join member as present on present.id = coalesce(named.merged_into, named.id)
      where other.match_id = result."matchId"
    ) as players
    from (
      select
        match.id as "matchId", participant.participant_id as "participantId", match.sport,
        match.match_date as "playedAt", match.created_at as "reportedAt",
        application.name as "reportedBy", match.arrival, match.content -> 'games' as games,
        match.content ->> 'outcome' as outcome,
        ${isRated} as "isRated", ${responded('denied')} as "isDenied",
        ${responded('disputed')} as "isDisputed"
      from (
        select participant.*, participant.member_id as participant_id from ${participants}
      ) as participant
      join match on match.id = participant.match_id
      join application on application.id = match.application_id
      where not exists (select from match_void where match_void.match_id = match.id)
    ) as result
    order by (result."isRated" or result."isDenied"), result.arrival desc
    limit ${limit}
  `.execute(database);
  return rows;
}
