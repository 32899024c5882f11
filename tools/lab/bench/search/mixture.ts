import type { SearchQuery } from '@partner-rating/service/src/members/search/domain/search-query.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { sql } from 'kysely';

/** A member whom a search looks for. Common names and large cities are as frequent as among all members. */
interface Sought {
  first_name: string;
  last_name: string;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
  gender: string;
  member_number: number;
}

/** Returns this number of random members. The same dataset gives the same members. */
export async function seekMembers(database: Database, members: number, count: number) {
  const random = seededRandom(4);
  const numbers = Array.from({ length: count }, () => 10_001 + Math.floor(random() * members));
  const { rows } = await sql<Sought>`
    select first_name, last_name, city, state, zip, country, gender, member_number
    from unnest(${numbers}::bigint[]) with ordinality as sought (member_number, position)
    join member using (member_number)
    where erased_at is null
    order by position
  `.execute(database);
  return rows;
}

/** The searches of partners who look for a member, each with its share in a hundred searches. */
const kinds: readonly (readonly [share: number, query: (sought: Sought) => SearchQuery])[] = [
  [22, ({ last_name }) => ({ name: last_name })],
  [16, ({ first_name, last_name }) => ({ name: `${first_name} ${last_name}` })],
  // The search while a user types.
  [12, ({ last_name }) => ({ name: last_name.slice(0, 4) })],
  [4, ({ first_name }) => ({ name: first_name })],
  [3, ({ last_name }) => ({ name: last_name.slice(0, 2) })],
  [4, ({ first_name, last_name }) => ({ name: `${first_name} ${last_name.slice(0, 1)}` })],
  [8, ({ last_name, ...sought }) => ({ name: last_name.slice(0, 3), ...cityOf(sought) })],
  [3, ({ last_name, ...sought }) => ({ name: last_name, ...stateOf(sought) })],
  [2, ({ last_name }) => ({ name: last_name, sport: ['pickleball'], sort: 'rating' })],
  [6, (sought) => cityOf(sought)],
  [2, ({ zip }) => ({ ...(zip !== null && { zip }), sport: ['pickleball'] })],
  [4, (sought) => ({ ...cityOf(sought), sport: ['pickleball'], sort: 'rating' })],
  [3, (sought) => ({ ...stateOf(sought), sport: ['padel'], minRating: 4, sort: 'rating' })],
  [2, ({ gender }) => ({ sport: ['tennis'], minRating: 3.5, maxRating: 4, gender })],
  [2, (sought) => ({ ...cityOf(sought), minAge: 50, isVairified: true })],
  [2, (sought) => ({ ...cityOf(sought), sort: 'activity' })],
  [1, ({ country }) => ({ ...(country !== null && { country }), isWheelchair: true })],
  [4, ({ member_number }) => ({ memberId: String(member_number) })],
];

function cityOf({ city }: Pick<Sought, 'city'>): SearchQuery {
  return city === null ? {} : { city };
}

function stateOf({ state, country }: Pick<Sought, 'state' | 'country'>): SearchQuery {
  return { ...(state !== null && { state }), ...(country !== null && { country }) };
}

/** Returns a search for each of the members. The kinds of searches occur as often as their shares say. */
export function mixture(sought: readonly Sought[]): SearchQuery[] {
  const weighted = kinds.flatMap(([share, query]) => Array.from({ length: share }, () => query));
  return sought.map((member, index) => {
    // A step of 37 separates searches of the same kind.
    const query = weighted[(index * 37) % weighted.length];
    return query === undefined ? {} : query(member);
  });
}

/** Returns the query parameters of a search. */
export function toParameters(query: SearchQuery): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]),
  );
}
