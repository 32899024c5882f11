import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

/** What was played: by whom, on which day, with which scores. */
export interface PlayedMatch {
  sport: string;
  playedAt: Date;
  /** The members' ids, team by team. */
  teams: readonly (readonly string[])[];
  games: readonly { scores: readonly number[] }[];
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

export async function setFingerprints(
  transaction: DatabaseTransaction,
  matches: readonly { id: string; fingerprint: Uint8Array }[],
): Promise<void> {
  await sql`
    update match_fingerprint set fingerprint = decode(item.fingerprint, 'hex')
    from unnest(
      ${matches.map(({ id }) => id)}::text[],
      ${matches.map(({ fingerprint }) => Buffer.from(fingerprint).toString('hex'))}::text[]
    ) as item (match_id, fingerprint)
    where match_fingerprint.match_id = item.match_id
  `.execute(transaction);
}
