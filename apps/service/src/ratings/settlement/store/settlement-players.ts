import { sql } from 'kysely';
import { arrayLiteral } from '../../../platform/database/prepared-statement.ts';
import { tableOf } from '../../../platform/database/rows.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/schema.ts';
import { parametersInUse, type SportParametersRow } from '../../store/sport-parameters.ts';
import type { Reason, SettlementCause } from './due-positions.ts';

/** A player whose ratings a settlement computes again, and why. */
export interface ReachedPlayer extends Reason {
  memberId: string;
}

export async function upsertReached(
  transaction: DatabaseTransaction,
  sport: string,
  players: readonly ReachedPlayer[],
): Promise<void> {
  if (players.length === 0) return;
  await sql`
    insert into settlement_player (sport, member_id, cause, match_id)
    select ${sport}, player.*
    from ${tableOf('player', players, { memberId: 'text', cause: 'text', matchId: 'text' })}
    on conflict (sport, member_id) do update
      set cause = excluded.cause, match_id = excluded.match_id
  `.execute(transaction);
}

/** Marks all players who have a rating in the sport as reached: their ratings may change. */
export async function insertEverybody(
  transaction: DatabaseTransaction,
  sport: string,
  cause: SettlementCause,
): Promise<void> {
  await sql`
    insert into settlement_player (sport, member_id, cause)
    select distinct sport, member_id, ${cause} from rating where sport = ${sport}
    on conflict (sport, member_id) do nothing
  `.execute(transaction);
}

export async function findReached(database: Database, sport: string): Promise<ReachedPlayer[]> {
  const rows = await database
    .selectFrom('settlement_player')
    .select(['member_id as memberId', 'cause', 'match_id as matchId'])
    .where('sport', '=', sport)
    .orderBy('member_id')
    .execute();
  return rows;
}

/** The next reached players after an id, in the order of ids. */
export async function findSomeReached(
  database: Database,
  { sport, after, limit }: { sport: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await database
    .selectFrom('settlement_player')
    .select('member_id')
    .where('sport', '=', sport)
    .where('member_id', '>', after)
    .orderBy('member_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.member_id);
}

/** A reached player to publish now. */
export interface PlayerToPublish {
  memberId: string;
  cause: SettlementCause;
  /** The match that was corrected, by its arrival; null if there is not exactly one. */
  arrival: number | null;
}

/** Removes these players from those that wait, and returns the ones that were still waiting. */
export async function takeReached(
  transaction: DatabaseTransaction,
  sport: string,
  memberIds: readonly string[],
): Promise<PlayerToPublish[]> {
  const { rows } = await sql<PlayerToPublish>`
    with taken as (
      delete from settlement_player
      where sport = ${sport} and member_id = any(${arrayLiteral(memberIds)}::text[])
      returning member_id, cause, match_id
    )
    select taken.member_id as "memberId", taken.cause, match.arrival
    from taken left join match on match.id = taken.match_id
    order by taken.member_id
  `.execute(transaction);
  return rows;
}

/** A match that arrived during a settlement. */
export interface ArrivedMatch {
  matchId: string;
  matchDate: Date;
  arrival: number;
  memberIds: string[];
}

/**
 * Matches that arrived during a settlement and were rated at once, although the settlement replaces the ratings of one of
 * their players. It has to rate them again. `offset 0` makes PostgreSQL read what arrived, and not all matches of the sport.
 */
export async function findArrivedOfReached(
  database: Database,
  {
    sport,
    after,
    lastArrival,
    isOfEverybody,
  }: { sport: string; after: number; lastArrival: number; isOfEverybody: boolean },
): Promise<ArrivedMatch[]> {
  const { rows } = await sql<ArrivedMatch>`
    select
      match.id as "matchId", match.match_date as "matchDate", match.arrival,
      array_agg(coalesce(member.merged_into, member.id)) as "memberIds"
    from (
      select * from match where arrival > ${after} and arrival <= ${lastArrival} offset 0
    ) as match
    join match_participant as participant on participant.arrival = match.arrival
    join member on member.member_number = participant.member_number
    where match.sport = ${sport}
      and not exists (select from uncounted_match where uncounted_match.match_id = match.id)
      and not exists (
        select from settlement_due where settlement_due.match_id = match.id and settlement is null
      )
    group by match.id, match.match_date, match.arrival
    having ${isOfEverybody} or bool_or(exists (
      select from settlement_player as reached
      where reached.sport = ${sport} and reached.member_id = coalesce(member.merged_into, member.id)
    ))
    order by match.match_date, match.arrival
  `.execute(database);
  return rows;
}

/**
 * The arrival of the last match of any sport, or a later one; 0 before the first. For a transaction that holds the exclusive
 * lock of a sport, all matches of the sport up to here are committed, and others will arrive later, because a batch takes its
 * arrivals under the shared lock.
 */
export async function findLastArrival(database: Database): Promise<number> {
  const { rows } = await sql<{ arrival: number | null }>`
    select pg_sequence_last_value(pg_get_serial_sequence('match', 'arrival')::regclass) as arrival
  `.execute(database);
  return rows[0]?.arrival ?? 0;
}

/** How many matches of a sport were played after a position, at most `limit`. */
export async function countPlayedAfter(
  database: Database,
  {
    sport,
    matchDate,
    arrival,
    limit,
  }: { sport: string; matchDate: Date; arrival: number; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from match
      where sport = ${sport}
        and (match_date, arrival) > (${matchDate.toISOString()}::timestamptz, ${arrival}::bigint)
      limit ${limit}
    ) as played
  `.execute(database);
  return rows[0]?.count ?? 0;
}

/** The last match of a player in a sport that did not move their rating. */
export interface UnmovedPlayer {
  memberId: string;
  sport: string;
  matchDate: Date;
}

/** What a batch must know about settlements before it rates players. */
interface BeforeRating {
  /** The sports whose settlement is publishing. */
  publishing: string[];
  unmoved: UnmovedPlayer[];
  /** The parameters in use that differ from the release's. */
  parameters: SportParametersRow[];
}

export async function findBeforeRating(
  database: Database,
  { sports, memberIds }: { sports: readonly string[]; memberIds: readonly string[] },
): Promise<BeforeRating> {
  const { rows } = await sql<{
    sport: string;
    memberId: string | null;
    matchDate: Date | null;
    parameters: SportParametersRow | null;
  }>`
    select sport, null as "memberId", null::timestamptz as "matchDate", null::jsonb as parameters
    from settlement
    where sport = any(${arrayLiteral(sports)}::text[]) and phase = 'publishing'
    union all
    select sport, null, null, to_jsonb(chosen) from (${sql.raw(parametersInUse)}) as chosen
    union all
    select last.sport, last.member_id, last.match_date, null
    from unnest(${arrayLiteral(sports)}::text[]) as asked (sport)
    cross join unnest(${arrayLiteral(memberIds)}::text[]) as player (member_id)
    cross join lateral (
      select open.sport, open.member_id, open.match_date from unconfirmed_participation as open
      where open.member_id = player.member_id and open.sport = asked.sport
      order by open.match_date desc
      limit 1
    ) as last
  `.execute(database);
  return {
    publishing: rows.flatMap(({ sport, memberId, parameters }) =>
      memberId === null && parameters === null ? sport : [],
    ),
    parameters: rows.flatMap(({ parameters }) => parameters ?? []),
    unmoved: rows.flatMap(({ sport, memberId, matchDate }) =>
      memberId === null || matchDate === null ? [] : { sport, memberId, matchDate },
    ),
  };
}
