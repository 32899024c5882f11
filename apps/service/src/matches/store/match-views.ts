// The SQL that reads matches as an application may see them.

import type { Schemas } from '@partner-rating/server';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { isRated } from '../../ratings/store/ledger.ts';
import { isOwnGhost } from '../../ratings/store/players.ts';
import type { AnswerReason, ResultResponse } from './responses.ts';

/** A stored match, with what decides which parts an application may see. */
export interface MatchView {
  id: string;
  /** The application that submitted it. */
  applicationId: string;
  identifier: string;
  sport: string;
  matchDate: Date;
  /** Its place among the matches of one time. */
  arrival: number;
  createdAt: Date;
  content: ViewedContent;
  /** Why it does not count; null if it counts or is void. */
  uncounted: 'held' | 'repeated' | null;
  /** The match that a held match may be a duplicate of, or that a repeated one repeats. */
  otherMatchId: string | null;
  voidedAt: Date | null;
  voidReason: string | null;
  /** Whether no settlement of the match is due. */
  isSettled: boolean;
  /** In the order of the teams, and within each team. */
  players: ViewedPlayer[];
}

/** The content as it is stored, without nulls. */
export interface ViewedContent {
  /** The references that the partner sent. For an imported match, the members that were found. */
  teams: string[][];
  /** As sent. */
  matchDate?: string;
  timeZone?: string;
  /** The last day of the tournament, if the match has no date of its own. */
  lastDay?: string;
  /** If it was not played to the end. */
  outcome?: Schemas.MatchOutcome;
  /** The team that won, if the games do not show it. */
  winner?: number;
  /** If the finished games show another winner. */
  isContradicted?: true;
  games: ViewedGame[];
  bracket?: string;
  event?: string;
  location?: string;
  matchSource?: string;
  matchType?: string;
  /** Only for an imported match. */
  sentHash?: string;
}

export interface ViewedGame {
  identifier?: string;
  scores: number[];
  winScore: number;
  winBy: number;
  /** If it was sent. */
  format?: string;
  /** If it does not count. */
  isRated?: false;
}

/** A player under the present id and name. */
export interface ViewedPlayer {
  team: number;
  position: number;
  id: string;
  memberNumber: number;
  displayName: string;
  isDiscoverable: boolean;
  isOwnGhost: boolean;
  /** The scopes of a live connection with the application that asks. */
  granted: string[] | null;
  /** Whether the match moves the player's rating. */
  isRated: boolean;
  /** The player's last answer to any report of the match, without confirmations by reports. */
  answer: Exclude<ResultResponse, 'distinct'> | null;
  answeredAt: string | null;
  answerReason: AnswerReason | null;
}

/** Names matches by their ids, or by the order of their arrival. */
export type NamedMatches = { ids: readonly string[] } | { arrivals: readonly number[] };

const wanted = (named: NamedMatches) =>
  'ids' in named
    ? sql`unnest(${named.ids}::text[]) with ordinality as wanted (id, place)
      cross join lateral (select * from match where match.id = wanted.id offset 0) as match`
    : sql`unnest(${named.arrivals}::bigint[]) with ordinality as wanted (arrival, place)
      cross join lateral (
        select * from match where match.arrival = wanted.arrival offset 0
      ) as match`;

/**
 * Returns these matches for an application, in the given order. An application must not learn that a player confirmed
 * another application's match, so such a match counts as settled. `offset 0` makes PostgreSQL look up each player: right
 * after a large load it has no statistics, and would read all members.
 */
export async function findMatchViews(
  database: Database,
  named: NamedMatches,
  applicationId: string,
): Promise<MatchView[]> {
  const { rows } = await sql<MatchView>`
    select
      match.id, match.application_id as "applicationId", match.identifier, match.sport,
      match.match_date as "matchDate", match.arrival, match.created_at as "createdAt", match.content,
      nullif(uncounted.reason, 'voided') as uncounted, uncounted.other_match_id as "otherMatchId",
      match_void.created_at as "voidedAt", match_void.reason as "voidReason",
      not exists (
        select from settlement_due as due
        where due.match_id = match.id
          and (match.application_id = ${applicationId} or due.cause <> 'confirmation')
      ) as "isSettled",
      player.players
    from ${wanted(named)}
    left join lateral (
      select created_at, reason from match_void where match_void.match_id = match.id offset 0
    ) as match_void on true
    left join lateral (
      select * from uncounted_match where uncounted_match.match_id = match.id offset 0
    ) as uncounted on true
    cross join lateral (
      select array(
        select match.arrival union all
        select uncounted_match.arrival from uncounted_match
        where other_arrival = match.arrival and reason = 'repeated'
      ) as arrivals
    ) as report
    cross join lateral (${playersFor(applicationId)}) as player
    order by wanted.place
  `.execute(database);
  return rows;
}

/** Selects the players of a row `match`, whose equal reports are `report.arrivals`, as the application may see them. */
function playersFor(applicationId: string) {
  return sql`
    select json_agg(
      json_build_object(
        'team', participant.team, 'position', participant.position, 'id', member.id,
        'memberNumber', member.member_number, 'displayName', member.display_name,
        'isDiscoverable', member.is_discoverable, 'isOwnGhost', ${isOwnGhost(applicationId)},
        'granted', connected.scopes,
        'isRated', ${isRated}, 'answer', answered.response, 'answeredAt', answered.created_at,
        'answerReason', answered.reason
      )
      order by participant.team, participant.position
    ) as players
    from match_participant as participant
    cross join lateral (
      select coalesce(merged_into, id) as id from member
      where member.member_number = participant.member_number
      offset 0
    ) as named
    cross join lateral (select * from member where member.id = named.id offset 0) as member
    left join lateral (
      select scopes from connection
      where application_id = ${applicationId} and member_id = member.id
        and revoked_at is null and 'user:profile:read' = any(scopes)
      offset 0
    ) as connected on true
    left join lateral (
      select response, created_at, reason from match_response
      where arrival = any(report.arrivals) and application_id is null and response <> 'distinct'
        and (
          select coalesce(merged_into, id) from member
          where member.member_number = match_response.member_number
        ) = named.id
      -- The last answer first: a player can deny, then confirm, then dispute.
      order by array_position(array['disputed', 'confirmed', 'denied'], response)
      limit 1
    ) as answered on true
    where participant.arrival = match.arrival
  `;
}
