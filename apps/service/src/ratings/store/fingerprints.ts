import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

/** What was played: by whom, on which day, with which scores under which rules. */
export interface PlayedMatch {
  sport: string;
  playedAt: Date;
  /** The members' ids, team by team. */
  teams: readonly (readonly string[])[];
  games: readonly { scores: readonly number[]; winScore: number; winBy: number }[];
}

/** The matches a player is named in by this id, with all players as they are called today. */
export async function findPlayedMatches(
  database: Database,
  participantId: string,
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
    from match_participant as named
    join match on match.id = named.match_id
    where named.member_id = ${participantId}
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
 * Changes the fingerprints of those of the matches that count.
 * @returns those that are the same as another match now, which has the fingerprint.
 */
export async function setFingerprints(
  transaction: DatabaseTransaction,
  matches: readonly { id: string; fingerprint: Uint8Array }[],
): Promise<RepeatedReport[]> {
  const ids = matches.map(({ id }) => id);
  const counted = await transaction
    .deleteFrom('match_fingerprint')
    .where('match_id', '=', sql<string>`any(${ids}::text[])`)
    .returning('match_id')
    .execute();
  const isCounted = new Set(counted.map(({ match_id }) => match_id));
  const rows = matches.filter(({ id }) => isCounted.has(id));
  const items = sql`unnest(
    ${rows.map(({ id }) => id)}::text[],
    ${rows.map(({ fingerprint }) => Buffer.from(fingerprint).toString('hex'))}::text[]
  ) as item (match_id, fingerprint)`;
  await sql`
    insert into match_fingerprint (match_id, fingerprint)
    select item.match_id, decode(item.fingerprint, 'hex')
    from ${items}
    join match on match.id = item.match_id
    order by match.arrival
    on conflict (fingerprint) do nothing
  `.execute(transaction);
  const { rows: repeated } = await sql<RepeatedReport>`
    select item.match_id as "matchId", counted.match_id as "countedAs"
    from ${items}
    join match_fingerprint as counted on counted.fingerprint = decode(item.fingerprint, 'hex')
    where counted.match_id <> item.match_id
    order by item.match_id
  `.execute(transaction);
  return repeated;
}
