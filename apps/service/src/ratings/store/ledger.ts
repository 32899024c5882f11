import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import { bracketsOf } from './bracket-letters.ts';

/** A position in the order in which the matches of a sport are rated: by date of play, then by arrival. */
export interface LedgerPosition {
  matchDate: Date;
  arrival: number;
}

/** A match of the ledger that counts, with the current ids of its players. */
export interface LedgerMatch extends LedgerPosition {
  id: string;
  batchId: string;
  sport: string;
  brackets: readonly string[];
  /** The members' ids, team by team. A claimed ghost (a member without an account) has the id of the member who claimed it. */
  teams: string[][];
  /** The member numbers, in the order of the teams. */
  memberNumbers: number[];
  /** The games that count. */
  games: LedgerGame[];
  /** Players that it does not move, because they have not agreed to it. */
  unrated: ReadonlySet<string>;
}

export interface LedgerGame {
  scores: number[];
  winScore: number;
  winBy: number;
  /** Only set if it does not count. */
  isRated?: false;
}

/** A match of the ledger, whether it counts or not. */
export interface StoredMatch extends LedgerMatch {
  isCounted: boolean;
  /** Whether its finished games show another winner than its report names. Then no game counts. */
  isContradicted: boolean;
}

interface LedgerRow extends Omit<LedgerMatch, 'brackets' | 'teams' | 'memberNumbers' | 'unrated'> {
  /** Their letters. */
  brackets: string;
  /** A word for each player, team by team: the team's number, a sign, the member's number, a colon, and the member's id. */
  players: string;
}

const RATED = '+';
const UNRATED = '-';

const NOBODY: ReadonlySet<string> = new Set();

const isSamePlayer = sql`(
  select coalesce(merged_into, id) from member where member.member_number = also.member_number
) = (
  select coalesce(merged_into, id) from member
  where member.member_number = participant.member_number
)`;

/**
 * SQL for whether a result moves its player's rating: the player confirmed it, or a report of the match did and the player denied
 * none.
 * Two reports may name a claimed ghost differently.
 * @param counted The arrival of the match that counts: that of the row `participant`, unless this is a repeated report.
 */
export const isRatedBy = (counted: RawBuilder<unknown>) => sql<boolean>`(
  case when exists (
    select from uncounted_match as repeat
    where repeat.other_arrival = ${counted} and repeat.reason = 'repeated'
  ) then (
    select
      coalesce(bool_or(response.response = 'confirmed'), false)
      or bool_or(also.is_confirmed) and not coalesce(bool_or(response.response = 'denied'), false)
    from match_participant as also
    left join match_response as response
      on response.arrival = also.arrival and response.member_number = also.member_number
    where ${isSamePlayer} and also.arrival = any(array(
      select ${counted} union all
      select repeat.arrival from uncounted_match as repeat
      where repeat.other_arrival = ${counted} and repeat.reason = 'repeated'
    ))
  ) else participant.is_confirmed or exists (
    select from match_response as response
    where response.arrival = participant.arrival
      and response.member_number = participant.member_number and response.response = 'confirmed'
  ) end
)`;

/** The same for a report that counts. */
export const isRated = isRatedBy(sql`participant.arrival`);

/** SQL for the number of a `member`, or of the member who claimed this ghost. */
export const numberToday = sql`(
  case when member.merged_into is null then member.member_number
  else (select claimant.member_number from member as claimant where claimant.id = member.merged_into)
  end
)`;

const ledgerColumns = sql`
  page.id, page.batch_id as "batchId", page.arrival, page.sport, page.match_date as "matchDate",
  page.brackets, page.content -> 'games' as games, player.players
`;

/** SQL for the players of a row `page` of the ledger. A claimed ghost has the id of its member. */
const playersOfPage = sql`
  select string_agg(
    participant.team
      || case when ${isRated} then ${sql.lit(RATED)} else ${sql.lit(UNRATED)} end
      || player.number || ':' || player.id,
    ' ' order by participant.team, participant.position
  ) as players
  from match_participant as participant
  cross join lateral (
    select coalesce(member.merged_into, member.id) as id, ${numberToday} as number
    from member
    where member.member_number = participant.member_number
    offset 0
  ) as player
  where participant.arrival = page.arrival
`;

export interface LedgerRange {
  sport: string;
  after: LedgerPosition;
  /** Only matches that arrived up to here; null for all. */
  lastArrival: number | null;
  limit: number;
}

/**
 * Reads the next matches of a sport that count, in the order of play. Right after a large load, PostgreSQL has no
 * statistics, so the plan must not depend on them. `offset 0` makes it look up each player's other name. The limit is a
 * `select`, so PostgreSQL does not know it and expects a tenth of the rows: it reads them in order instead of sorting them.
 * The page is planned alone (`materialized`). Otherwise, PostgreSQL expects fewer rows from a parallel plan, so the players of
 * its rows seem cheaper, and each page reads and sorts all matches of a large table.
 */
export async function readLedger(
  database: Database,
  { sport, after, lastArrival, limit }: LedgerRange,
): Promise<LedgerMatch[]> {
  const { rows } = await sql<LedgerRow>`
    with page as materialized (
      select * from match
      where sport = ${sport}
        and (match_date, arrival) > (${after.matchDate.toISOString()}::timestamptz, ${after.arrival}::bigint)
        and (${lastArrival}::bigint is null or arrival <= ${lastArrival}::bigint)
        and not exists (select from uncounted_match where uncounted_match.match_id = match.id)
      order by match_date, arrival
      limit (select ${limit}::integer)
    )
    select ${ledgerColumns}
    from page
    cross join lateral (${playersOfPage}) as player
    order by page.match_date, page.arrival
  `.execute(database);
  return rows.map(toLedgerMatch);
}

/** Finds the position of the last match before the latest ones of a sport; null if there are no more. */
export async function findPositionBeforeLatest(
  database: Database,
  sport: string,
  latest: number,
): Promise<LedgerPosition | null> {
  const row = await database
    .selectFrom('match')
    .select(['match_date as matchDate', 'arrival'])
    .where('sport', '=', sport)
    .orderBy('match_date', 'desc')
    .orderBy('arrival', 'desc')
    .offset(latest)
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the reported outcomes of these matches. Completed matches may be left out. */
export async function findOutcomes(
  database: Database,
  matchIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; outcome: string }>`
    select match.id, match.content ->> 'outcome' as outcome
    from unnest(${arrayLiteral(matchIds)}::text[]) as asked (id)
    cross join lateral (select * from match where match.id = asked.id offset 0) as match
    where match.content ->> 'outcome' is not null
  `.execute(database);
  return new Map(rows.map(({ id, outcome }) => [id, outcome]));
}

/** Finds these matches, in any order. */
export async function findLedgerMatches(
  database: Database,
  matchIds: readonly string[],
): Promise<StoredMatch[]> {
  if (matchIds.length === 0) return [];
  const { rows } = await sql<LedgerRow & Pick<StoredMatch, 'isCounted' | 'isContradicted'>>`
    select ${ledgerColumns},
      not exists (
        select from uncounted_match where uncounted_match.match_id = page.id
      ) as "isCounted",
      page.content -> 'isContradicted' is not null as "isContradicted"
    from unnest(${arrayLiteral(matchIds)}::text[]) as asked (id)
    cross join lateral (select * from match where match.id = asked.id offset 0) as page
    cross join lateral (${playersOfPage}) as player
  `.execute(database);
  return rows.map(({ isCounted, isContradicted, ...row }) => ({
    ...toLedgerMatch(row),
    isCounted,
    isContradicted,
  }));
}

function toLedgerMatch({ brackets, players, ...match }: LedgerRow): LedgerMatch {
  return {
    ...match,
    brackets: bracketsOf(brackets),
    games: match.games.filter(({ isRated }) => isRated !== false),
    ...readPlayers(players),
  };
}

function readPlayers(players: string): Pick<LedgerMatch, 'teams' | 'memberNumbers' | 'unrated'> {
  const teams: string[][] = [];
  const memberNumbers: number[] = [];
  const unrated: string[] = [];
  let before = '';
  for (const word of players.split(' ')) {
    const rated = word.indexOf(RATED);
    const end = rated === -1 ? word.indexOf(UNRATED) : rated;
    const team = word.slice(0, end);
    const colon = word.indexOf(':', end);
    memberNumbers.push(Number(word.slice(end + 1, colon)));
    const memberId = word.slice(colon + 1);
    if (team !== before) teams.push([]);
    before = team;
    teams.at(-1)?.push(memberId);
    if (rated === -1) unrated.push(memberId);
  }
  return { teams, memberNumbers, unrated: unrated.length === 0 ? NOBODY : new Set(unrated) };
}

/** Returns the member numbers of the players of these matches, by their ids. */
export function memberNumbersIn(
  matches: readonly Pick<LedgerMatch, 'teams' | 'memberNumbers'>[],
): Map<string, number> {
  return new Map(
    matches.flatMap(({ teams, memberNumbers }) =>
      teams.flat().map((id, index) => [id, memberNumbers[index] ?? Number.NaN] as const),
    ),
  );
}

/**
 * Finds the position of the next match of any of the players; null after the last. A match that moved a player's rating has a
 * state, and the others are in a table of their own.
 */
export async function findNextPosition(
  database: Database,
  { sport, after }: { sport: string; after: LedgerPosition },
  memberIds: readonly string[],
): Promise<LedgerPosition | null> {
  const behind = (
    row: string,
  ) => sql`(${sql.ref(`${row}.match_date`)}, ${sql.ref(`${row}.arrival`)})
    > (${after.matchDate.toISOString()}::timestamptz, ${after.arrival}::bigint)
    and ${sql.ref(`${row}.match_date`)} >= ${after.matchDate.toISOString()}::timestamptz`;
  const { rows } = await sql<LedgerPosition>`
    select next.match_date as "matchDate", next.arrival
    from unnest(${memberIds}::text[]) as player (member_id)
    cross join lateral (
      (
        select state.match_date, state.arrival from player_state as state
        where state.member_number = (
          select member_number from member where id = player.member_id offset 0
        )
          and state.sport = ${sport} and ${behind('state')}
        order by state.match_date, state.arrival
        limit 1
      )
      union all
      (
        select open.match_date, open.arrival from unconfirmed_participation as open
        where open.member_id = player.member_id and open.sport = ${sport} and ${behind('open')}
        order by open.match_date, open.arrival
        limit 1
      )
    ) as next
    order by next.match_date, next.arrival
    limit 1
  `.execute(database);
  return rows[0] ?? null;
}

/** Returns the sports that have matches or ratings, with the number of matches that count. */
export async function countLedger(database: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ sport: string; matches: number }>`
    with played as (
      select
        sport,
        count(*) - (
          select count(*) from uncounted_match join match as gone on gone.id = uncounted_match.match_id
          where gone.sport = match.sport
        ) as matches
      from match
      group by sport
    ),
    played_sports as (select coalesce(array_agg(sport), '{}') as sports from played)
    select * from played
    union all
    (
      select sport, 0 from rating where sport <> all((select sports from played_sports)::text[])
      union
      select sport, 0 from player_state where sport <> all((select sports from played_sports)::text[])
    )
    order by sport
  `.execute(database);
  return new Map(rows.map(({ sport, matches }) => [sport, matches]));
}
