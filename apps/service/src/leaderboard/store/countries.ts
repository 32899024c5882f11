import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import type { Board } from './board.ts';

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
