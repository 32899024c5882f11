import { sql } from 'kysely';
import type { Database, MatchStatusTable } from '../../platform/database/schema.ts';

type MatchStatus = MatchStatusTable['status'];

/** A match of any partner, with everything that an operator may need. */
export interface OperatorsMatch {
  matchId: string;
  status: MatchStatus;
  sport: string;
  matchDate: Date;
  submittedAt: Date;
  clientId: string;
  /** The identifiers that the partner gave the batch and the match. */
  batchIdentifier: string | null;
  identifier: string;
  batchId: string;
  games: { scores: number[]; isRated?: false }[];
  /** Null if it was played to its end. */
  outcome: string | null;
  /** The team that won, if the games do not show it. */
  winner: number | null;
  players: OperatorsPlayer[];
  voidedAt: Date | null;
  voidReason: string | null;
  /** When an operator last upheld the result, and why. */
  upheldAt: Date | null;
  upholdingReason: string | null;
  /** Whether the ratings include the match in its present state. */
  isSettled: boolean;
  /** Other reports of the same match, or of one that may be the same. */
  otherReports: OtherReport[];
}

interface OtherReport {
  matchId: string;
  status: MatchStatus;
  clientId: string;
  identifier: string;
  matchDate: string;
  event: string | null;
  bracket: string | null;
}

interface OperatorsPlayer {
  team: number;
  memberId: string;
  memberNumber: number;
  name: string;
  /** Whether the match changes their rating. */
  isRated: boolean;
  /** Their last response, or that of another report of the match for them. */
  response: 'confirmed' | 'denied' | 'disputed' | 'distinct' | null;
  responseReason: string | null;
}

interface MatchFilter {
  matchId?: string | undefined;
  status?: MatchStatus | undefined;
  applicationId?: string | undefined;
  memberId?: string | undefined;
  /** The last match of the page before. */
  after?: string | undefined;
}

/** Finds matches, those played last first. */
export async function findMatches(
  database: Database,
  filter: MatchFilter,
  limit: number,
): Promise<OperatorsMatch[]> {
  const { rows } = await sql<OperatorsMatch>`
    select
      match.id as "matchId", listed.status, match.sport, match.match_date as "matchDate",
      match.created_at as "submittedAt", application.client_id as "clientId",
      match_batch.identifier as "batchIdentifier", match.identifier, match.batch_id as "batchId",
      match.content -> 'games' as games, match.content ->> 'outcome' as outcome,
      (match.content ->> 'winner')::integer as winner, ${players} as players,
      match_void.created_at as "voidedAt", match_void.reason as "voidReason",
      upheld.upheld_at as "upheldAt", upheld.upholding_reason as "upholdingReason",
      not exists (select from settlement_due where settlement_due.match_id = match.id) as "isSettled",
      ${otherReports} as "otherReports"
    from (${listed(filter, limit)}) as listed
    join match on match.arrival = listed.arrival
    join match_batch on match_batch.id = match.batch_id
    join application on application.id = match.application_id
    left join match_void on match_void.match_id = match.id
    left join uncounted_match as uncounted on uncounted.match_id = match.id
    left join lateral (
      select upheld_at, upholding_reason from match_response
      where match_response.arrival = match.arrival and upheld_at is not null
      order by upheld_at desc
      limit 1
    ) as upheld on true
    order by match.match_date desc, match.arrival desc
  `.execute(database);
  return rows;
}

function listed(
  {
    matchId = null,
    status = null,
    applicationId = null,
    memberId = null,
    after = null,
  }: NullableFilter,
  limit: number,
) {
  return sql`
    select * from match_status
    where (
      ${matchId}::text is null or arrival = (select arrival from match where id = ${matchId})
    )
      and (${status}::text is null or status = ${status})
      and (${applicationId}::text is null or application_id = ${applicationId})
      and (${memberId}::text is null or arrival in (
        select participant.arrival from match_participant as participant
        where participant.member_number in (
          select member_number from member where id = ${memberId} or merged_into = ${memberId}
        )
      ))
      and (${after}::text is null or (match_date, arrival) < (
        select match_date, arrival from match as last where last.id = ${after}
      ))
    order by match_date desc, arrival desc
    limit ${limit}
  `;
}

type NullableFilter = { [Name in keyof MatchFilter]: MatchFilter[Name] | null };

// The statement around it names the match `match` and `uncounted`.
const otherReports = sql`(
  select coalesce(
    json_agg(
      json_build_object(
        'matchId', report.id, 'status', present.status, 'clientId', reporter.client_id,
        'identifier', report.identifier, 'matchDate', report.match_date,
        'event', report.content ->> 'event', 'bracket', report.content ->> 'bracket'
      )
      order by report.arrival
    ),
    '[]'
  )
  from match as report
  join match_status as present on present.arrival = report.arrival
  join application as reporter on reporter.id = report.application_id
  where report.arrival <> match.arrival and report.arrival in (
    select coalesce(uncounted.other_arrival, match.arrival)
    union
    select related.arrival from uncounted_match as related
    where related.other_arrival = coalesce(uncounted.other_arrival, match.arrival)
  )
)`;

const players = sql`(
  select json_agg(
    json_build_object(
      'team', participant.team, 'memberId', member.id, 'memberNumber', member.member_number,
      'name', member.display_name, 'isRated', participant.is_confirmed or answered.has_confirmed,
      'response', answered.last, 'responseReason', answered.reason
    )
    order by participant.team, participant.position
  )
  from match_participant as participant
  join member as named on named.member_number = participant.member_number
  join member on member.id = coalesce(named.merged_into, named.id)
  cross join lateral (
    select
      coalesce(bool_or(response = 'confirmed'), false) as has_confirmed,
      (array_agg(
        response order by created_at desc,
          array_position(array['disputed', 'denied', 'confirmed'], response)
      ))[1] as last,
      (array_agg(
        reason order by created_at desc,
          array_position(array['disputed', 'denied', 'confirmed'], response)
      ))[1] as reason
    from match_response
    where arrival = match.arrival and member_number = participant.member_number
  ) as answered
  where participant.arrival = match.arrival
)`;
