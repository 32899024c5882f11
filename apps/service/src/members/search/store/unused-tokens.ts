import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/schema.ts';

/**
 * Nobody writes members until the transaction ends. Never waited for: what is under way may last, and
 * everybody would queue behind who waits.
 * @throws where somebody is writing members, with the code 55P03.
 */
export async function lockMembersNow(transaction: DatabaseTransaction): Promise<void> {
  await sql`lock table member in share row exclusive mode nowait`.execute(transaction);
}

/** Tokens after this one, in order, and which of them nobody has who may be found. */
export async function findUnusedTokens(
  database: Database,
  after: string,
  limit: number,
): Promise<{ last: string | null; unused: string[] }> {
  const { rows } = await sql<{ token: string; isUnused: boolean }>`
    select word as token, not exists (
      select from member_word where member_word.word = looked.word
    ) as "isUnused"
    from (
      select word from name_word where word > ${after} order by word limit ${limit}::integer
    ) as looked
    order by word
  `.execute(database);
  return {
    last: rows.at(-1)?.token ?? null,
    unused: rows.flatMap(({ token, isUnused }) => (isUnused ? [token] : [])),
  };
}

/** Deletes those of the tokens that nobody has who may be found; gives how many. */
export async function deleteUnusedTokens(
  transaction: DatabaseTransaction,
  tokens: readonly string[],
): Promise<number> {
  const { rows } = await sql`
    delete from name_word
    where word = any(${tokens}::text[])
      and not exists (select from member_word where member_word.word = name_word.word)
    returning 1
  `.execute(transaction);
  return rows.length;
}

export interface Location {
  city: string;
  state: string;
  country: string;
}

/** Locations after this one, in order, and in which of them nobody lives who may be found. */
export async function findUnusedLocations(
  database: Database,
  after: Location,
  limit: number,
): Promise<{ last: Location | null; unused: Location[] }> {
  const { rows } = await sql<Location & { isUnused: boolean }>`
    select looked.*, ${isUnused('looked')} as "isUnused"
    from (
      select city_folded as city, state_folded as state, country from member_location
      where (city_folded, state_folded, country) > (${after.city}, ${after.state}, ${after.country})
      order by city_folded, state_folded, country
      limit ${limit}::integer
    ) as looked
    order by city, state, country
  `.execute(database);
  const locations = rows.map(({ isUnused: _, ...location }) => location);
  return {
    last: locations.at(-1) ?? null,
    unused: locations.filter((_, index) => rows[index]?.isUnused === true),
  };
}

/** Deletes those of the locations in which nobody lives who may be found; gives how many. */
export async function deleteUnusedLocations(
  transaction: DatabaseTransaction,
  locations: readonly Location[],
): Promise<number> {
  const { rows } = await sql`
    delete from member_location using jsonb_to_recordset(${JSON.stringify(locations)}::jsonb)
      as looked (city text, state text, country text)
    where member_location.city_folded = looked.city
      and member_location.state_folded = looked.state
      and member_location.country = looked.country
      and ${isUnused('looked')}
    returning 1
  `.execute(transaction);
  return rows.length;
}

// Each found by an index of those who may be found. A country alone says nothing of anybody.
const isUnused = (location: string) => {
  const of = (column: string) => sql.ref(`${location}.${column}`);
  const found = sql`member.is_discoverable and member.merged_into is null`;
  return sql<boolean>`case
    when ${of('city')} <> '' then not exists (
      select from member
      where ${found} and member.city_folded = ${of('city')}
        and coalesce(member.state_folded, '') = ${of('state')}
        and coalesce(member.country, '') = ${of('country')}
    )
    when ${of('state')} <> '' then not exists (
      select from member
      where ${found} and member.state_folded = ${of('state')} and member.city_folded is null
        and coalesce(member.country, '') = ${of('country')}
    )
    else false
  end`;
};
