import { type RawBuilder, sql } from 'kysely';
import type { Database, MatchStatusTable } from '../../platform/database/schema.ts';

export type MatchStatus = MatchStatusTable['status'];

const STATUSES: readonly MatchStatus[] = [
  'rated',
  'unconfirmed',
  'disputed',
  'held',
  'duplicate',
  'voided',
];

export interface PlayedPeriod {
  since: Date | null;
  before: Date | null;
}

export interface SubmittedFilter {
  /** The application that submitted the matches. */
  applicationId: string;
  identifier: string | null;
  /** The present id of a player of the matches. */
  memberId: string | null;
  period: PlayedPeriod;
  status: MatchStatus | null;
}

/** The position of a match in a list. The time is text, because the database stores times more exactly than JavaScript. */
export interface MatchPosition {
  matchDate: string;
  arrival: number;
}

export interface PageRange {
  /** The position of the last match of the previous page. Null for the first page. */
  before: MatchPosition | null;
  limit: number;
}

/** Finds matches of an application, the last played first. Returns their arrivals. */
export async function findSubmitted(
  database: Database,
  filter: SubmittedFilter,
  range: PageRange,
): Promise<number[]> {
  const candidates = candidatesOf(filter);
  const listed =
    candidates === null ? fromIndex(filter, range) : fromCandidates(candidates, filter, range);
  const { rows } = await sql<{ arrival: number }>`
    select listed.arrival from (${listed}) as listed ${inOrder(range)}
  `.execute(database);
  return rows.map(({ arrival }) => arrival);
}

export interface PlayedFilter {
  /** The present id of the player. */
  memberId: string;
  sports: readonly string[] | null;
  period: PlayedPeriod;
}

/**
 * Finds matches of a player, the last played first, each by the report that counts. The index orders the matches of each
 * of the player's numbers, so a page needs at most its own length of each.
 * @returns their arrivals.
 */
export async function findPlayed(
  database: Database,
  { memberId, sports, period }: PlayedFilter,
  range: PageRange,
): Promise<number[]> {
  const { rows } = await sql<{ arrival: number }>`
    select distinct listed.match_date, listed.arrival
    from unnest(array(${numbersOf(memberId)})) as named (member_number)
    cross join lateral (
      select listed.match_date, listed.arrival from match_participant as listed
      where listed.member_number = named.member_number
        and ${isWithin(period, range)} and ${isNoRepeat} and (
        ${sports}::text[] is null
        or (select sport from match where match.arrival = listed.arrival) = any(${sports}::text[])
      )
      ${inOrder(range)}
    ) as listed
    ${inOrder(range)}
  `.execute(database);
  return rows.map(({ arrival }) => arrival);
}

// Without `not exists`, which PostgreSQL would join for all matches of a player before it sorts.
const isNoRepeat = sql`(
  select reason from uncounted_match as repeat where repeat.arrival = listed.arrival
) is distinct from 'repeated'`;

// The index orders the matches of each status, so a page reads at most as many of each status as it shows.
function fromIndex({ applicationId, period, status }: SubmittedFilter, range: PageRange) {
  const statuses = status === null ? STATUSES : [status];
  return sql`
    select of_status.*
    from unnest(${statuses}::text[]) as wanted (status)
    cross join lateral (
      select listed.* from match_status as listed
      where listed.application_id = ${applicationId} and listed.status = wanted.status
        and ${isWithin(period, range)}
      ${inOrder(range)}
    ) as of_status`;
}

// `offset 0` makes PostgreSQL look up the few matches of the page one by one.
function fromCandidates(
  candidates: RawBuilder<unknown>,
  { applicationId, period, status }: SubmittedFilter,
  range: PageRange,
) {
  return sql`
    select listed.*
    from (${candidates}) as candidate
    cross join lateral (
      select * from match_status where match_status.arrival = candidate.arrival offset 0
    ) as listed
    where listed.application_id = ${applicationId} and ${isWithin(period, range)}
      and (${status}::text is null or listed.status = ${status})`;
}

/** Selects the arrivals of matches if a filter matches only few. Null otherwise. */
function candidatesOf({ applicationId, identifier, memberId }: SubmittedFilter) {
  if (identifier !== null) {
    return sql`
      select match.arrival from match
      where match.application_id = ${applicationId} and match.identifier = ${identifier}
        and (${memberId}::text is null or match.arrival in (${playedBy(memberId)}))`;
  }
  return memberId === null ? null : playedBy(memberId);
}

/** Selects the arrivals of a member's matches, also those of ghosts (members without an account) that the member claimed. */
function playedBy(memberId: string | null): RawBuilder<unknown> {
  return sql`
    select distinct participant.arrival from match_participant as participant
    where participant.member_number = any(array(${numbersOf(memberId)}))`;
}

function numbersOf(memberId: string | null): RawBuilder<unknown> {
  return sql`select member_number from member where id = ${memberId} or merged_into = ${memberId}`;
}

function isWithin({ since, before }: PlayedPeriod, { before: position }: PageRange) {
  return sql.join(
    [
      sql`true`,
      ...(since === null ? [] : [sql`listed.match_date >= ${since}`]),
      ...(before === null ? [] : [sql`listed.match_date < ${before}`]),
      ...(position === null
        ? []
        : [
            sql`(listed.match_date, listed.arrival)
              < (${position.matchDate}::timestamptz, ${position.arrival}::bigint)`,
          ]),
    ],
    sql` and `,
  );
}

function inOrder({ limit }: PageRange) {
  return sql`order by listed.match_date desc, listed.arrival desc limit ${limit}::integer`;
}

/** Finds the position of a player's match. Undefined if the player has no such match. */
export async function findPlayedPosition(
  database: Database,
  { memberId, matchId }: { memberId: string; matchId: string },
): Promise<MatchPosition | undefined> {
  return await database
    .selectFrom('match')
    .select([sql<string>`match_date::text`.as('matchDate'), 'arrival'])
    .where('id', '=', matchId)
    // `offset 0` makes PostgreSQL look up the player in this match instead of reading all matches of the player.
    .where(sql<boolean>`exists (
      select from match_participant as participant
      where participant.arrival = match.arrival
        and participant.member_number = any(array(${numbersOf(memberId)}))
      offset 0
    )`)
    .executeTakeFirst();
}

/** Finds the position of an application's match. Undefined if it submitted no such match. */
export async function findSubmittedPosition(
  database: Database,
  { applicationId, matchId }: { applicationId: string; matchId: string },
): Promise<MatchPosition | undefined> {
  return await database
    .selectFrom('match')
    .select([sql<string>`match_date::text`.as('matchDate'), 'arrival'])
    .where('id', '=', matchId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
}
