// Reads the matches of a person for the export.

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { bracketsOf } from '../../ratings/store/bracket-letters.ts';

export interface PlayedMatch {
  arrival: number;
  id: string;
  clientId: string;
  applicationName: string;
  createdAt: Date;
  sport: string;
  matchDate: Date;
  brackets: readonly string[];
  outcome: string;
  /** The team that won, if the games do not show it. */
  winner: number | null;
  games: { scores: number[]; isRated: boolean }[];
  event: string | null;
  location: string | null;
  /** Why the report does not count; null if it counts. */
  uncounted: 'voided' | 'held' | 'repeated' | null;
  isConfirmed: boolean;
  teams: { displayName: string; isYou: boolean }[][];
  responses: {
    response: string;
    createdAt: string;
    reason?: string;
    upheldAt?: string;
    upholdingReason?: string;
  }[];
}

/**
 * Finds the matches that name the person or one of their ghosts (members without an account), in the order of arrival, after a
 * given one.
 */
export async function findPlayedMatches(
  database: Database,
  { memberIds, after, limit }: { memberIds: readonly string[]; after: number; limit: number },
): Promise<PlayedMatch[]> {
  const isYou = sql<boolean>`participant.member_number = any(array(
    select member_number from member where id = any(${memberIds}::text[])
  ))`;
  const { rows } = await sql<Omit<PlayedMatch, 'brackets'> & { brackets: string }>`
    with played as materialized (
      select match.*
      from match
      where match.arrival in (
        select arrival from match_participant as participant
        where arrival > ${after} and ${isYou}
      )
      order by match.arrival
      limit ${limit}::integer
    )
    select
      played.arrival,
      played.id,
      application.client_id as "clientId",
      application.name as "applicationName",
      played.created_at as "createdAt",
      played.sport,
      played.match_date as "matchDate",
      played.brackets,
      coalesce(played.content ->> 'outcome', 'completed') as outcome,
      (played.content ->> 'winner')::integer as winner,
      ${games} as games,
      played.content ->> 'event' as event,
      played.content ->> 'location' as location,
      (select reason from uncounted_match where uncounted_match.match_id = played.id) as uncounted,
      own.is_confirmed or coalesce(answered.is_confirmed, false) as "isConfirmed",
      sides.teams,
      coalesce(answered.responses, '[]') as responses
    from played
    join application on application.id = played.application_id
    cross join lateral (
      select bool_or(participant.is_confirmed) as is_confirmed
      from match_participant as participant
      where participant.arrival = played.arrival and ${isYou}
    ) as own
    cross join lateral (${teamsFor(isYou)}) as sides
    cross join lateral (${answersOf(isYou)}) as answered
    order by played.arrival
  `.execute(database);
  return rows.map((row) => ({ ...row, brackets: bracketsOf(row.brackets) }));
}

const games = sql`(
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'scores', game.value -> 'scores',
        'isRated', coalesce(game.value -> 'isRated', 'true')
      )
      order by ordinality
    ),
    '[]'
  )
  from jsonb_array_elements(played.content -> 'games') with ordinality as game
)`;

const teamsFor = (isYou: RawBuilder<boolean>) => sql`
  select jsonb_agg(team.players order by team.number) as teams
  from (
    select
      participant.team as number,
      jsonb_agg(
        jsonb_build_object('displayName', shown.display_name, 'isYou', ${isYou})
        order by participant.position
      ) as players
    from match_participant as participant
    join member on member.member_number = participant.member_number
    join member as shown on shown.id = coalesce(member.merged_into, member.id)
    where participant.arrival = played.arrival
    group by participant.team
  ) as team
`;

const answersOf = (isYou: RawBuilder<boolean>) => sql`
  select
    bool_or(participant.response = 'confirmed') as is_confirmed,
    jsonb_agg(
      jsonb_strip_nulls(jsonb_build_object(
        'response', participant.response, 'createdAt', participant.created_at,
        'reason', participant.reason, 'upheldAt', participant.upheld_at, 'upholdingReason', participant.upholding_reason
      ))
      order by participant.created_at, participant.response
    ) as responses
  from match_response as participant
  where participant.arrival = played.arrival and ${isYou}
`;
