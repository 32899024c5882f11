import { sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import {
  all,
  type Condition,
  type FoundPlayer,
  type MemberCondition,
  mayBeFound,
  type SearchRange,
} from './search-conditions.ts';
import type { SearchOrder } from './search-ratings.ts';
import type { OrderedScan } from './search-scans.ts';

type PageRange = Pick<SearchRange, 'offset' | 'limit'>;

export interface SortQuestion {
  /** Among whom; those who may be found where it is left out. */
  among?: Condition;
  order: SearchOrder;
  conditions: readonly Condition[];
  range: PageRange;
}

/**
 * A page of everybody who fits, who are found first and put in order then. Quick where few fit; how
 * they are found is left to PostgreSQL, which the limit must not tempt to go through everybody in
 * order instead.
 */
export async function sortFound(
  database: Database,
  { among = mayBeFound, order, conditions, range }: SortQuestion,
): Promise<FoundPlayer[]> {
  const { rows } = await sql<FoundPlayer>`
    with fitting as materialized (
      select member_number, ${order.key} as key from ${order.tables}
      where ${all([among, ...order.conditions, ...conditions])}
    )
    select member.id, member.name_order as name, member_number as "memberNumber",
      ${order.value} as value
    from (
      select * from fitting
      order by key ${order.direction}, member_number
      offset ${range.offset} limit ${range.limit}
    ) as entry
    join member using (member_number)
    order by entry.key ${order.direction}, member_number
  `.execute(database);
  return rows;
}

/** A page of the first entries of an index that is in order already, all of whom fit. */
export async function readOrdered(
  database: Database,
  { order, scan, range }: { order: SearchOrder; scan: OrderedScan; range: PageRange },
): Promise<FoundPlayer[]> {
  const { rows } = await sql<FoundPlayer>`
    select member.id, member.name_order as name, member_number as "memberNumber",
      ${order.value} as value
    from (
      select * from (${scan.entries(range.offset + range.limit)}) as everybody
      order by key ${order.direction}, member_number
      offset ${range.offset}
    ) as entry
    join member using (member_number)
    order by entry.key ${order.direction}, member_number
  `.execute(database);
  return rows;
}

/** A page of who fits of all entries of an index that is in order already, and holds not too many. */
export async function filterWhole(
  database: Database,
  { order, scan, entryConditions, range }: Omit<FilterQuestion, 'length' | 'memberConditions'>,
): Promise<FoundPlayer[]> {
  const { rows } = await sql<FoundPlayer>`
    select member.id, member.name_order as name, member_number as "memberNumber",
      ${order.value} as value
    from (
      select member_number, key from (${scan.entries(null)}) as member
      where ${all(entryConditions.map(asFilter))}
      order by key ${order.direction}, member_number
      offset ${range.offset} limit ${range.limit}
    ) as entry
    join member using (member_number)
    order by entry.key ${order.direction}, member_number
  `.execute(database);
  return rows;
}

export interface FilterQuestion {
  order: SearchOrder;
  scan: OrderedScan;
  /** How many entries to go through at most. */
  length: number;
  /** What can be decided by the entry itself. */
  entryConditions: readonly Condition[];
  /** What needs a look-up of its member. */
  memberConditions: readonly Condition[];
  range: PageRange;
}

/**
 * A page of who fits among the first entries of an index that is in order already. Quick where many
 * fit. Null where too few fit among these, and there are more.
 */
export async function filterOrdered(
  database: Database,
  { order, scan, length, entryConditions, memberConditions, range }: FilterQuestion,
): Promise<FoundPlayer[] | null> {
  const inOrder = sql`order by key ${order.direction}, member_number`;
  const page = sql`offset ${range.offset} limit ${range.limit}`;
  const isPageOfEntries = memberConditions.length === 0;
  // An offset is a fence: members are looked up one by one, until the page is full.
  const { rows } = await sql<FoundPlayer>`
    select member.id, member.name_order as name, entry.member_number as "memberNumber",
      ${order.value} as value
    from (
      select member_number, key from (${scan.entries(length)}) as member
      where ${all(entryConditions.map(asFilter))}
      ${inOrder} ${isPageOfEntries ? page : sql`offset 0`}
    ) as entry
    cross join lateral (
      select * from member where member.member_number = entry.member_number offset 0
    ) as member
    where ${all(memberConditions)}
    order by entry.key ${order.direction}, entry.member_number
    ${isPageOfEntries ? sql`` : page}
  `.execute(database);
  const isWhole = rows.length === range.limit || (await isShort(database, scan, length));
  return isWhole ? rows : null;
}

// As it stands, a condition that asks another table would become a join, which keeps no order.
function asFilter(condition: Condition): Condition {
  return sql`(${condition}) is true`;
}

/** Whether a scan reaches its end within so many entries. */
async function isShort(database: Database, scan: OrderedScan, length: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${scan.entries(length)}) as entry
  `.execute(database);
  return (rows[0]?.count ?? 0) < length;
}

/** How many members each of these conditions alone leaves, at most one more than `few`. */
export async function countFew(
  database: Database,
  conditions: readonly MemberCondition[],
  few: number,
): Promise<number[]> {
  if (conditions.length === 0) return [];
  const counts = conditions.map(
    ({ condition, candidates }) => sql`(
      select count(*) from (
        ${candidates ?? sql`select from member where ${all([mayBeFound, condition])}`}
        limit ${few + 1}
      ) as counted
    )`,
  );
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}]::integer[] as counts
  `.execute(database);
  return rows[0]?.counts ?? [];
}

/** What finds the members of a condition that leaves few. */
export function fewFound({ condition, candidates }: MemberCondition): Condition {
  return candidates === undefined ? condition : sql`member.member_number in (${candidates})`;
}
