import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/** When a member played their first rated match of each of these sports. */
export async function findFirstPlayed(
  database: Database,
  memberId: string,
  sports: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ sport: string; matchDate: Date }>`
    select asked.sport, state.match_date as "matchDate"
    from unnest(${sports}::text[]) as asked (sport)
    cross join lateral (
      select match_date from player_state
      where member_id = ${memberId} and sport = asked.sport
      order by match_date
      limit 1
    ) as state
  `.execute(database);
  return new Map(rows.map(({ sport, matchDate }) => [sport, matchDate]));
}
