import { sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import {
  all,
  type Condition,
  type FoundPlayer,
  ghostOf,
  mayBeFound,
  type SearchRange,
} from './search-conditions.ts';
import type { SearchList, SearchOrder } from './search-order.ts';

type PageRange = Pick<SearchRange, 'offset' | 'limit'>;

interface SortQuestion {
  /** The members to search. By default, those who may be found. */
  among?: Condition;
  order: SearchOrder;
  conditions: readonly Condition[];
  range: PageRange;
}

/**
 * Returns a page of all who match: it finds all of them and then sorts them. This is fast if few match. PostgreSQL
 * chooses how to find them. Without `materialized`, the limit would tempt it to read everybody in order instead.
 */
export async function sortMatching(
  database: Database,
  { among = mayBeFound, order, conditions, range }: SortQuestion,
): Promise<FoundPlayer[]> {
  const { rows } = await sql<FoundPlayer>`
    with matching as materialized (
      select member_number, ${order.key} as key from ${order.tables}
      where ${all([among, ...order.conditions, ...conditions])}
    )
    select member.id, member.name_order as name, member_number as "memberNumber",
      ${order.value} as value
    from (
      select * from matching
      order by key ${order.direction}, member_number
      offset ${range.offset} limit ${range.limit}
    ) as entry
    join member using (member_number)
    order by entry.key ${order.direction}, member_number
  `.execute(database);
  return rows;
}

interface WalkQuestion {
  order: SearchOrder;
  list: SearchList;
  /** How many entries to read at most. */
  length: number;
  conditions: readonly Condition[];
  range: PageRange;
}

/**
 * Returns a page of the first entries of a list that is in order already. This is fast if many match. Null if too few
 * of these entries match and the list is longer.
 */
export async function walkList(
  database: Database,
  { order, list, length, conditions, range }: WalkQuestion,
): Promise<FoundPlayer[] | null> {
  const inOrder = sql`order by entry.key ${order.direction}, entry.member_number`;
  const page = sql`offset ${range.offset} limit ${range.limit}`;
  const isUnfiltered = conditions.length === 0;
  // `offset 0` makes PostgreSQL look up the members one by one, in order, until the page is full.
  const { rows } = await sql<FoundPlayer>`
    select member.id, member.name_order as name, entry.member_number as "memberNumber",
      ${order.value} as value
    from (select * from (${list(length)}) as entry ${inOrder} ${isUnfiltered ? page : sql``}) as entry
    cross join lateral (
      select * from member
      where ${all([sql`member.member_number = entry.member_number`, ...conditions])}
      offset 0
    ) as member
    ${inOrder} ${isUnfiltered ? sql`` : page}
  `.execute(database);
  if (rows.length === range.limit) return rows;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from (${list(length)}) as entry
  `.execute(database);
  return (counted[0]?.count ?? 0) < length ? rows : null;
}

/** Counts the rows of each query, up to one more than `few`. */
export async function countFew(
  database: Database,
  queries: readonly Condition[],
  few: number,
): Promise<number[]> {
  if (queries.length === 0) return [];
  const counts = queries.map(
    (query) => sql`(select count(*) from (${query} limit ${few + 1}) as counted)`,
  );
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}]::integer[] as counts
  `.execute(database);
  return rows[0]?.counts ?? [];
}

/**
 * Returns when a visible player last played, in milliseconds: null for never, and undefined for
 * a player who is hidden from the application.
 */
export async function findLastPlayed(
  database: Database,
  { memberNumber, applicationId }: { memberNumber: number; applicationId: string },
): Promise<number | null | undefined> {
  const row = await database
    .selectFrom('member_activity')
    .innerJoin('member', 'member.member_number', 'member_activity.member_number')
    .select('member_activity.last_played_at')
    .where('member.member_number', '=', memberNumber)
    .where(sql<boolean>`(member_activity.is_found or (${ghostOf(applicationId)}))`)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return row.last_played_at instanceof Date ? row.last_played_at.getTime() : null;
}
