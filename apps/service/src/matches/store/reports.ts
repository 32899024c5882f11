// The SQL about reports: several applications may report one match, and one report counts.

import { sql } from 'kysely';
import { arrayLiteral } from '../../platform/database/prepared-statement.ts';
import { tableOf } from '../../platform/database/rows.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import type { LedgerPosition } from '../../ratings/store/ledger.ts';
import { responded } from './responses.ts';

/** When a report says that its match was played. */
export interface ReportedDays {
  /** Null if no time was sent. */
  moment: Date | null;
  /** The days at the venue, `YYYY-MM-DD`. */
  firstDay: string;
  lastDay: string;
}

/** Why a report does not count. */
export interface Uncounted {
  reason: 'held' | 'repeated';
  /** The report that it may be a duplicate of, or that it repeats. */
  otherMatchId: string;
}

/** A report with the data that decides whether it counts and which players it moves. */
export interface CountableReport extends ReportedDays, LedgerPosition {
  matchId: string;
  applicationId: string;
  identifier: string;
  event: string | null;
  bracket: string | null;
  sport: string;
  /** The fingerprint of its match, in hexadecimal. */
  fingerprint: string;
  /** The players who let its application report, or all if the application is trusted. */
  reported: readonly string[];
  /** The players who confirmed it themselves. */
  confirmed: readonly string[];
  /** The players who denied it. */
  denied: readonly string[];
}

export interface StoredReport extends CountableReport {
  /** Null if it counts. */
  reason: Uncounted['reason'] | null;
  otherMatchId: string | null;
  batchId: string;
}

/** A report with its players' present ids, and its stored fingerprint. */
interface NamedReport {
  arrival: number;
  fingerprint: string;
  sport: string;
  teams: string[][];
  games: { scores: number[]; winScore: number; winBy: number; isRated?: boolean }[];
}

export interface ReportQuery {
  /** In hexadecimal. */
  fingerprints: readonly string[];
  /** The application whose reports are found. Null for all. */
  applicationId: string | null;
}

/**
 * Returns the reports with one of these fingerprints that are not void, and who agreed to each, with the players'
 * present ids. Each match is looked up (`offset 0`), whatever PostgreSQL knows about a table that has just grown.
 */
export async function findReports(
  database: Database,
  { fingerprints, applicationId }: ReportQuery,
): Promise<StoredReport[]> {
  if (fingerprints.length === 0) return [];
  const literal = arrayLiteral(fingerprints.map((fingerprint) => `\\x${fingerprint}`));
  const { rows } = await sql<StoredReport>`
    select
      match.id as "matchId", match.application_id as "applicationId", match.identifier,
      match.batch_id as "batchId",
      encode(found.fingerprint, 'hex') as fingerprint, found.moment,
      found.first_day::text as "firstDay", found.last_day::text as "lastDay",
      match.content ->> 'event' as event, match.content ->> 'bracket' as bracket,
      match.sport, match.match_date as "matchDate", match.arrival,
      uncounted.reason, uncounted.other_match_id as "otherMatchId",
      player.reported, player.confirmed, player.denied
    from match_fingerprint as found
    cross join lateral (
      select * from match where match.arrival = found.arrival offset 0
    ) as match
    left join lateral (
      select * from uncounted_match where uncounted_match.match_id = match.id offset 0
    ) as uncounted on true
    cross join lateral (
      select
        coalesce(jsonb_agg(named.id) filter (where participant.is_confirmed), '[]') as reported,
        coalesce(jsonb_agg(named.id) filter (where ${responded('confirmed')}), '[]') as confirmed,
        coalesce(jsonb_agg(named.id) filter (where ${responded('denied')}), '[]') as denied
      from match_participant as participant
      cross join lateral (
        select coalesce(merged_into, id) as id from member
        where member.member_number = participant.member_number
        offset 0
      ) as named
      where participant.arrival = match.arrival
    ) as player
    where found.fingerprint = any(${literal}::bytea[])
      and (${applicationId}::text is null or match.application_id = ${applicationId})
    order by match.arrival
  `.execute(database);
  return rows;
}

/** Returns a fingerprint in hexadecimal. Undefined if no game of the match counts, or it is void. */
export async function findFingerprint(
  database: Database,
  matchId: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('match')
    .innerJoin('match_fingerprint', 'match_fingerprint.arrival', 'match.arrival')
    .select(sql<string>`encode(fingerprint, 'hex')`.as('fingerprint'))
    .where('match.id', '=', matchId)
    .executeTakeFirst();
  return row?.fingerprint;
}

/** Returns a match that is held as a possible duplicate. Undefined if it is not. */
export async function findHeld(
  database: Database,
  matchId: string,
): Promise<{ sport: string; applicationId: string } | undefined> {
  return await database
    .selectFrom('uncounted_match')
    .innerJoin('match', 'match.id', 'uncounted_match.match_id')
    .select(['match.sport', 'match.application_id as applicationId'])
    .where('match.id', '=', matchId)
    .where('reason', '=', 'held')
    .executeTakeFirst();
}

/** Stores whether these matches count. The transaction must hold their players' ratings. */
export async function setUncounted(
  transaction: DatabaseTransaction,
  matches: readonly { matchId: string; arrival: number; uncounted: Uncounted | null }[],
): Promise<void> {
  if (matches.length === 0) return;
  const ids = matches.map(({ matchId }) => matchId);
  await sql`
    delete from uncounted_match
    where match_id = any(${arrayLiteral(ids)}::text[]) and reason <> 'voided'
  `.execute(transaction);
  const rows = matches.flatMap(({ matchId, arrival, uncounted }) =>
    uncounted === null ? [] : { matchId, arrival, ...uncounted },
  );
  if (rows.length === 0) return;
  const columns = {
    matchId: 'text',
    arrival: 'bigint',
    reason: 'text',
    otherMatchId: 'text',
  } as const;
  await sql`
    insert into uncounted_match (match_id, arrival, reason, other_match_id, other_arrival)
    select item."matchId", item.arrival, item.reason, other.id, other.arrival
    from ${tableOf('item', rows, columns)}
    join match as other on other.id = item."otherMatchId"
  `.execute(transaction);
}

/** Finds the matches in which a player has one of these ids, with the present ids of all players. */
export async function findPlayedMatches(
  database: Database,
  participantIds: readonly string[],
): Promise<NamedReport[]> {
  const { rows } = await sql<NamedReport>`
    select
      match.arrival, match.sport, match.content -> 'games' as games,
      encode(found.fingerprint, 'hex') as fingerprint,
      (
        select jsonb_agg(team.members order by team.number)
        from (
          select participant.team as number,
            jsonb_agg(coalesce(member.merged_into, member.id)) as members
          from match_participant as participant
          join member on member.member_number = participant.member_number
          where participant.arrival = match.arrival
          group by participant.team
        ) as team
      ) as teams
    from match
    join match_fingerprint as found on found.arrival = match.arrival
    where match.arrival in (
      select named.arrival from match_participant as named
      where named.member_number in (
        select member_number from member where id = any(${participantIds}::text[])
      )
    )
  `.execute(database);
  return rows;
}

export async function setFingerprints(
  transaction: DatabaseTransaction,
  matches: readonly { arrival: number; fingerprint: string }[],
): Promise<void> {
  await sql`
    update match_fingerprint set fingerprint = decode(item.fingerprint, 'hex')
    from ${tableOf('item', matches, { arrival: 'bigint', fingerprint: 'text' })}
    where match_fingerprint.arrival = item.arrival
  `.execute(transaction);
}
