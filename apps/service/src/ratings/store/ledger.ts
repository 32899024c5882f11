import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/** A match of the ledger that counts, with its players as they are called today. */
export interface LedgerMatch {
  id: string;
  batchId: string;
  /** Its place in the ledger. */
  arrival: number;
  sport: string;
  matchDate: Date;
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

/**
 * The next matches of a sport after a place in the ledger, those that were voided left out. Right
 * after a large load PostgreSQL has no statistics of them, so the plan must not depend on any: each
 * player is looked up (`offset 0`), and of an unknown limit (`select`) a tenth of the rows is
 * expected, which is why they are read in order instead of sorted.
 */
export async function readLedger(
  database: Database,
  { sport, after, limit }: { sport: string; after: number; limit: number },
): Promise<LedgerMatch[]> {
  const { rows } = await sql<LedgerRow>`
    select
      page.id, page.batch_id as "batchId", page.arrival, page.sport, page.match_date as "matchDate",
      page.brackets, page.content -> 'games' as games, player.players
    from (
      select * from match
      where sport = ${sport} and arrival > ${after}
        and not exists (select from match_void where match_void.match_id = match.id)
      order by arrival
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
    order by page.arrival
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
 * Where in the ledger the next match of any of the players stands; null after the last. A match that
 * moves anybody counts for one bracket at least, the one given here, so its steps name the matches that moved a
 * player; of the others there is a table.
 */
export async function findNextArrival(
  database: Database,
  { sport, bracket, after }: { sport: string; bracket: string; after: number },
  memberIds: readonly string[],
): Promise<number | null> {
  const { rows } = await sql<{ arrival: number | null }>`
    select min(next.arrival) as arrival
    from unnest(${memberIds}::text[]) as player (member_id)
    cross join lateral (
      (
        select step.arrival from rating_change as step
        where step.member_id = player.member_id and step.sport = ${sport}
          and step.bracket = ${bracket} and step.arrival > ${after}
          and step.arrival is not null and not step.is_superseded
        order by step.arrival
        limit 1
      )
      union all
      (
        select arrival from unconfirmed_participation
        where member_id = player.member_id and sport = ${sport} and arrival > ${after}
        order by arrival
        limit 1
      )
    ) as next
  `.execute(database);
  return rows[0]?.arrival ?? null;
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
      select sport from rating_change where arrival is not null and not is_superseded
    ) as rated
    order by rated.sport
  `.execute(database);
  return new Map(rows.map(({ sport, matches }) => [sport, matches]));
}
