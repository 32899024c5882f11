import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/** The sports somebody is rated in who may be on a board. */
export async function findRatedSports(database: Database): Promise<string[]> {
  const { rows } = await sql<{ sport: string }>`
    select distinct ladder.sport
    from ladder
    cross join lateral (
      select from standing where standing.ladder_id = ladder.id
      union all
      select from standing_delta where standing_delta.ladder_id = ladder.id
      limit 1
    ) as somebody
    order by ladder.sport
  `.execute(database);
  return rows.map((row) => row.sport);
}
