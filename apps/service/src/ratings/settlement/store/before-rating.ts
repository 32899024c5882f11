import { sql } from 'kysely';
import { arrayLiteral } from '../../../platform/database/array-literal.ts';
import type { Database } from '../../../platform/database/schema.ts';

/** The last match of a player in a sport that does not move them. */
export interface UnmovedPlayer {
  memberId: string;
  sport: string;
  matchDate: Date;
}

/** What has to be known of settlements before players are rated. */
export interface BeforeRating {
  /** The sports whose settled ratings are being written to the players. */
  publishing: string[];
  unmoved: UnmovedPlayer[];
}

export async function findBeforeRating(
  database: Database,
  { sports, memberIds }: { sports: readonly string[]; memberIds: readonly string[] },
): Promise<BeforeRating> {
  const { rows } = await sql<{
    sport: string;
    memberId: string | null;
    matchDate: Date | null;
  }>`
    select sport, null as "memberId", null::timestamptz as "matchDate" from settlement
    where sport = any(${arrayLiteral(sports)}::text[]) and phase = 'publishing'
    union all
    select last.sport, last.member_id, last.match_date
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
    publishing: rows.flatMap(({ sport, memberId }) => (memberId === null ? sport : [])),
    unmoved: rows.flatMap(({ sport, memberId, matchDate }) =>
      memberId === null || matchDate === null ? [] : { sport, memberId, matchDate },
    ),
  };
}
