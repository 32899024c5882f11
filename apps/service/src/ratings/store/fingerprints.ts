import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

/** What was played: by whom, on which day, with which scores under which rules. */
export interface PlayedMatch {
  sport: string;
  playedAt: Date;
  /** The members' ids, team by team. */
  teams: readonly (readonly string[])[];
  games: readonly {
    scores: readonly number[];
    winScore: number;
    winBy: number;
    isRated?: boolean;
  }[];
}

/** The matches a player is named in by one of these ids, with all players as they are called today. */
export async function findPlayedMatches(
  database: Database,
  participantIds: readonly string[],
): Promise<(PlayedMatch & { id: string })[]> {
  const { rows } = await sql<PlayedMatch & { id: string }>`
    select
      match.id, match.sport, match.match_date as "playedAt", match.content -> 'games' as games,
      (
        select jsonb_agg(team.members order by team.number)
        from (
          select participant.team as number,
            jsonb_agg(coalesce(member.merged_into, member.id)) as members
          from match_participant as participant
          join member on member.id = participant.member_id
          where participant.match_id = match.id
          group by participant.team
        ) as team
      ) as teams
    from match
    where match.id in (
      select named.match_id from match_participant as named
      where named.member_id = any(${participantIds}::text[])
    )
  `.execute(database);
  return rows;
}

/** A report of a match that is counted by another report. */
export interface RepeatedReport {
  matchId: string;
  /** The report that counts. */
  countedAs: string;
}

/**
 * Changes the fingerprints of those of the matches that count. Among matches that are the same now, the one
 * that arrived first counts, whichever had the fingerprint before. The transaction must hold the ratings
 * of all sports (`lockRatingsExclusive`).
 * @returns those that no longer count.
 */
export async function setFingerprints(
  transaction: DatabaseTransaction,
  matches: readonly { id: string; fingerprint: Uint8Array }[],
): Promise<RepeatedReport[]> {
  const same = await findSame(transaction, matches);
  await transaction
    .deleteFrom('match_fingerprint')
    .where('match_id', '=', sql<string>`any(${same.map(({ matchId }) => matchId)}::text[])`)
    .execute();
  const counted = same.filter(({ matchId, countedAs }) => matchId === countedAs);
  await sql`
    insert into match_fingerprint (match_id, fingerprint)
    select match_id, decode(fingerprint, 'hex') from unnest(
      ${counted.map(({ matchId }) => matchId)}::text[],
      ${counted.map(({ fingerprint }) => fingerprint)}::text[]
    ) as item (match_id, fingerprint)
  `.execute(transaction);
  return same
    .filter(({ matchId, countedAs }) => matchId !== countedAs)
    .map(({ matchId, countedAs }) => ({ matchId, countedAs }));
}

/** Those of the matches that count, with every other that has one of these fingerprints already. */
async function findSame(
  database: Database,
  matches: readonly { id: string; fingerprint: Uint8Array }[],
): Promise<(RepeatedReport & { fingerprint: string })[]> {
  const { rows } = await sql<RepeatedReport & { fingerprint: string }>`
    with changed as materialized (
      select item.match_id, decode(item.fingerprint, 'hex') as fingerprint
      from unnest(
        ${matches.map(({ id }) => id)}::text[],
        ${matches.map(({ fingerprint }) => Buffer.from(fingerprint).toString('hex'))}::text[]
      ) as item (match_id, fingerprint)
      join match_fingerprint as counted on counted.match_id = item.match_id
    ),
    same as (
      select match_id, fingerprint from changed
      union all
      select match_id, fingerprint from match_fingerprint
      where fingerprint in (select fingerprint from changed)
        and not exists (select from changed where changed.match_id = match_fingerprint.match_id)
    )
    select
      match_id as "matchId", encode(fingerprint, 'hex') as fingerprint,
      first_value(match_id) over (partition by fingerprint order by match.arrival) as "countedAs"
    from same
    join match on match.id = match_id
    order by match.arrival
  `.execute(database);
  return rows;
}
