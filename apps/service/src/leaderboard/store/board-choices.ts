import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import type { Board } from './board.ts';

/** The sports somebody is rated in who may be on a board that the application sees. */
export async function findRatedSports(
  database: Database,
  applicationId: string,
): Promise<string[]> {
  const { rows } = await sql<{ sport: string }>`
    select ladder.sport
    from ladder
    cross join lateral (
      select from standing where standing.ladder_id = ladder.id
      union all
      select from standing_delta where standing_delta.ladder_id = ladder.id
      limit 1
    ) as somebody
    union
    select rating.sport
    from connection
    join rating on rating.member_id = connection.member_id
    where connection.application_id = ${applicationId} and connection.is_member_hidden
      and connection.revoked_at is null and 'user:rating:read' = any(connection.scopes)
    order by sport
  `.execute(database);
  return rows.map((row) => row.sport);
}

/** The countries whose players who may be found are of such a state or city. */
export async function findCountries(
  database: Database,
  { state, city }: Pick<Board, 'state' | 'city'>,
): Promise<string[]> {
  const rows = await database
    .selectFrom('member_location')
    .select('country')
    .distinct()
    .where('country', '<>', '')
    .$if(city !== null, (query) => query.where('city_folded', '=', city))
    .$if(state !== null, (query) =>
      query.where('state_folded', '=', sql<string>`fold_state(${state})`),
    )
    .orderBy('country')
    .execute();
  return rows.map(({ country }) => country);
}
