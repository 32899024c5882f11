import { sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import {
  all,
  type Condition,
  folded,
  GENDERS,
  type MemberCondition,
  type RatingFilter,
  type SearchFilter,
  type SearchPosition,
  type SearchSort,
} from './search-conditions.ts';

/** A row of `rating` on the scale of `standing`, which grows down the list. */
export const distance = sql`(8000 - round(rating.rating * 1000)::integer)`;

const PRIMARY_BRACKET = 'overall-open';

/** The filters that look at ratings, but for the one that the list is in the order of. */
export function ratedConditions(
  { sports, rating }: SearchFilter,
  { isInOrder }: { isInOrder: boolean },
): MemberCondition[] {
  // A member with the rating asked for is rated in the sport.
  const isImplied = rating !== null && rating.bracket === PRIMARY_BRACKET;
  return [
    ...(sports === null || isImplied ? [] : [ratedInOneOf(sports)]),
    ...(rating === null || isInOrder ? [] : [ratedWithin(rating)]),
  ];
}

function ratedInOneOf(sports: readonly string[]): MemberCondition {
  const ofSports = sql`sport = any(${sports}::text[]) and bracket = ${PRIMARY_BRACKET}`;
  return {
    name: 'sports',
    ...ratedBy([ofSports]),
    candidates: standingOn(sql`any(array(select id from ladder where ${ofSports}))`, []),
  };
}

function ratedWithin(rating: RatingFilter): MemberCondition {
  return {
    name: 'rating',
    ...ratedBy(ratingConditions(rating)),
    candidates: standingOn(
      sql`(select id from ladder where sport = ${rating.sport} and bracket = ${rating.bracket})`,
      distanceConditions(rating),
    ),
  };
}

/** What must hold of the row of `rating` that the filter or the order looks at. */
export function ratingConditions({ sport, bracket, from, to }: RatingFilter): Condition[] {
  return [
    sql`rating.sport = ${sport}`,
    sql`rating.bracket = ${bracket}`,
    ...(from === null ? [] : [sql`rating.rating >= ${from}::double precision`]),
    ...(to === null ? [] : [sql`rating.rating <= ${to}::double precision`]),
  ];
}

function ratedBy(conditions: readonly Condition[]) {
  const ratings = sql`
    select from rating where rating.member_id = member.id and ${all(conditions)}`;
  // The offset keeps PostgreSQL from reading the ratings of everybody at once.
  return {
    condition: sql`exists (${ratings})`,
    oneByOne: sql`exists (${ratings} offset 0)`,
  };
}

// Standings do not hold yet what moved just now, so those who moved are candidates too.
function standingOn(ladder: Condition, conditions: readonly Condition[]): Condition {
  return sql`
    select standing.member_number from standing
    where ${all([
      sql`standing.ladder_id = ${ladder}`,
      // These come before the distance in the index, which is of use only where it is known which there
      // are.
      sql`standing.gender = any(${GENDERS}::text[])`,
      sql`standing.is_vairified = any(${[true, false]}::boolean[])`,
      ...conditions,
    ])}
    union all
    select standing_delta.member_number from standing_delta where standing_delta.ladder_id = ${ladder}`;
}

/** What must hold of the distance of a standing, so that its rating fits. */
export function distanceConditions({ from, to }: RatingFilter): Condition[] {
  return [
    ...(from === null
      ? []
      : [sql`standing.distance <= ${8_000 - thousandths(from, Math.ceil)}::integer`]),
    ...(to === null
      ? []
      : [sql`standing.distance >= ${8_000 - thousandths(to, Math.floor)}::integer`]),
  ];
}

// A number like 4.268 has no exact form, so a thousandth is not yet beyond it by the last digits.
function thousandths(rating: number, round: (value: number) => number): number {
  return round(Number((rating * 1_000).toFixed(6)));
}

/** The boards on which everybody stands who has a rating and lives at a location. */
export interface Boards {
  /** Null where nobody was ever rated in the bracket. */
  ladderId: number | null;
  /** The countries of the location; null where the filter names no location. */
  countries: string[] | null;
}

export async function findBoards(
  database: Database,
  { city, state, country }: SearchFilter,
  { sport, bracket }: RatingFilter,
): Promise<Boards> {
  const locations = [
    ...(city === null ? [] : [sql`city_folded = ${city}`]),
    ...(state === null ? [] : [sql`state_folded = ${folded(state)}`]),
    ...(country === null ? [] : [sql`country = ${country}`]),
  ];
  const countries = sql`array(select distinct country from member_location where ${all(locations)})`;
  const { rows } = await sql<Boards>`
    select
      (select id from ladder where sport = ${sport} and bracket = ${bracket}) as "ladderId",
      ${locations.length === 0 ? sql`null` : countries} as countries
  `.execute(database);
  return rows[0] ?? { ladderId: null, countries: null };
}

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

interface OrderQuestion {
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
