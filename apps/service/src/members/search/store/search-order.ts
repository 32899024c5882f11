import { sql } from 'kysely';
import type { Condition } from './search-conditions.ts';
import type { RatingFilter, SearchPosition, SearchSort } from './search-filter.ts';
import { distance, ratingConditions } from './search-ratings.ts';

/** How a list is put in order. Ties are broken by `member_number`. */
export interface SearchOrder {
  /** The tables of a list that is not in order yet, `member` among them. */
  tables: Condition;
  /** What must hold of the order's own table, the position where the page begins included. */
  conditions: readonly Condition[];
  /** What is ordered by, and which way. */
  key: Condition;
  direction: Condition;
  /** From the `key` of an `entry`: `SearchPosition.value`. */
  value: Condition;
}

export interface OrderQuestion {
  sort: SearchSort;
  rating: RatingFilter | null;
  after: SearchPosition | null;
}

export function orderOf({ sort, rating, after }: OrderQuestion): SearchOrder {
  if (sort === 'name') return byName(after);
  return sort === 'rating' && rating !== null ? byRating(rating, after) : byActivity(after);
}

function byName(after: SearchPosition | null): SearchOrder {
  return {
    tables: sql`member`,
    conditions: behindName(after, 'member'),
    key: sql`member.name_order`,
    direction: sql`asc`,
    value: sql`null::integer`,
  };
}

// The highest rating is the lowest distance.
function byRating(rating: RatingFilter, after: SearchPosition | null): SearchOrder {
  return {
    tables: sql`member join rating on rating.member_id = member.id`,
    conditions: [...ratingConditions(rating), ...behindRating(after, distance, 'member')],
    key: distance,
    direction: sql`asc`,
    value: sql`8000 - entry.key`,
  };
}

// Members who never played, at -infinity, come last.
function byActivity(after: SearchPosition | null): SearchOrder {
  return {
    tables: sql`member join member_activity using (member_number)`,
    conditions: behindActivity(after, 'member_activity'),
    key: sql`member_activity.last_played_at`,
    direction: sql`desc`,
    value: sql`(
      case when isfinite(entry.key) then extract(epoch from entry.key) * 1000 end
    )::double precision`,
  };
}

/** The rows of a table with `name_order` that come behind a position. */
export function behindName(after: SearchPosition | null, table: string): Condition[] {
  if (after === null) return [];
  return [
    sql`(${sql.ref(`${table}.name_order`)}, ${sql.ref(`${table}.member_number`)})
      > (${after.name}::text, ${after.memberNumber}::bigint)`,
  ];
}

/** The rows of a table with such a distance that come behind a position. */
export function behindRating(
  after: SearchPosition | null,
  distanceOfRow: Condition,
  table: string,
): Condition[] {
  if (after === null) return [];
  return [
    sql`(${distanceOfRow}, ${sql.ref(`${table}.member_number`)})
      > (8000 - ${after.value}::integer, ${after.memberNumber}::bigint)`,
  ];
}

/** The rows of a table with `last_played_at` that come behind a position. */
export function behindActivity(after: SearchPosition | null, table: string): Condition[] {
  if (after === null) return [];
  const moment = after.value === null ? '-infinity' : new Date(after.value).toISOString();
  const played = sql.ref(`${table}.last_played_at`);
  return [
    sql`${played} <= ${moment}::timestamptz`,
    sql`(${played} < ${moment}::timestamptz
      or ${sql.ref(`${table}.member_number`)} > ${after.memberNumber}::bigint)`,
  ];
}
