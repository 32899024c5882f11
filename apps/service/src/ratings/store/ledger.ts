import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/** A position in the order that the matches of a sport are rated in: as they were played, then as they arrived. */
export interface LedgerPosition {
  matchDate: Date;
  arrival: number;
}

/** A match of the ledger that counts, with its players as they are called today. */
export interface LedgerMatch extends LedgerPosition {
  id: string;
  batchId: string;
  sport: string;
  brackets: string[];
  /** The members' ids, team by team; a claimed ghost is the member it turned out to be. */
  teams: string[][];
  /** Those that count. */
  games: LedgerGame[];
  /** Whom it does not move, as they have not agreed to it. */
  unrated: ReadonlySet<string>;
}

export interface LedgerGame {
  scores: number[];
  winScore: number;
  winBy: number;
  /** Where it does not count. */
  isRated?: false;
}

interface LedgerRow extends Omit<LedgerMatch, 'teams' | 'unrated'> {
  players: { team: number; memberId: string; isRated: boolean }[];
}

const NOBODY: ReadonlySet<string> = new Set();

/** Whether a result moves its player: it did when it was stored, or was confirmed since. */
export const isRated = sql<boolean>`(
  participant.is_confirmed or exists (
    select from match_response as response
    where response.match_id = participant.match_id
      and response.member_id = participant.member_id and response.response = 'confirmed'
  )
)`;

export interface LedgerRange {
  sport: string;
  after: LedgerPosition;
  /** Of the matches that arrived up to here; all where it is null. */
  lastArrival: number | null;
  limit: number;
}

/**
 * The next matches of a sport in the order they were played, those that were voided left out. Right
 * after a large load PostgreSQL has no statistics of them, so the plan must not depend on any: each
 * player is looked up (`offset 0`), and of an unknown limit (`select`) a tenth of the rows is
 * expected, which is why they are read in order instead of sorted.
 */
export async function readLedger(
  database: Database,
  { sport, after, lastArrival, limit }: LedgerRange,
): Promise<LedgerMatch[]> {
  const { rows } = await sql<LedgerRow>`
    select
      page.id, page.batch_id as "batchId", page.arrival, page.sport, page.match_date as "matchDate",
      page.brackets, page.content -> 'games' as games, player.players
    from (
      select * from match
      where sport = ${sport}
        and (match_date, arrival) > (${after.matchDate.toISOString()}::timestamptz, ${after.arrival}::bigint)
        and (${lastArrival}::bigint is null or arrival <= ${lastArrival}::bigint)
        and not exists (select from match_void where match_void.match_id = match.id)
      order by match_date, arrival
      limit (select ${limit}::integer)
    ) as page
    cross join lateral (
      select json_agg(
        json_build_object(
          'team', participant.team, 'memberId', member.id, 'isRated', ${isRated}
        )
        order by participant.team, participant.position
      ) as players
      from match_participant as participant
      cross join lateral (
        select coalesce(merged_into, id) as id from member
        where member.id = participant.member_id
        offset 0
      ) as member
      where participant.match_id = page.id
    ) as player
    order by page.match_date, page.arrival
  `.execute(database);
  return rows.map(({ players, ...match }) => ({
    ...match,
    games: match.games.filter(({ isRated }) => isRated !== false),
    teams: [...Map.groupBy(players, ({ team }) => team).values()].map((team) =>
      team.map(({ memberId }) => memberId),
    ),
    unrated: unratedOf(players),
  }));
}

function unratedOf(players: LedgerRow['players']): ReadonlySet<string> {
  const unrated = players.filter((player) => !player.isRated);
  return unrated.length === 0 ? NOBODY : new Set(unrated.map(({ memberId }) => memberId));
}

/**
 * The position of the next match of any of the players; null after the last. Those that moved a player have a
 * state of theirs; of the others there is a table.
 */
export async function findNextPosition(
  database: Database,
  { sport, after }: { sport: string; after: LedgerPosition },
  memberIds: readonly string[],
): Promise<LedgerPosition | null> {
  const behind = (
    row: string,
  ) => sql`(${sql.ref(`${row}.match_date`)}, ${sql.ref(`${row}.arrival`)})
    > (${after.matchDate.toISOString()}::timestamptz, ${after.arrival}::bigint)`;
  const { rows } = await sql<LedgerPosition>`
    select next.match_date as "matchDate", next.arrival
    from unnest(${memberIds}::text[]) as player (member_id)
    cross join lateral (
      (
        select state.match_date, state.arrival from player_state as state
        where state.member_id = player.member_id and state.sport = ${sport} and ${behind('state')}
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

/** The sports that have matches or ratings, and how many matches of each count. */
export async function countLedger(database: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ sport: string; matches: number }>`
    select rated.sport, (
      select count(*) from match
      where match.sport = rated.sport
        and not exists (select from match_void where match_void.match_id = match.id)
    ) as matches
    from (
      select sport from match union select sport from rating union
      select sport from player_state
    ) as rated
    order by rated.sport
  `.execute(database);
  return new Map(rows.map(({ sport, matches }) => [sport, matches]));
}
