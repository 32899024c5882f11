import { PRIMARY_BRACKET } from '@partner-rating/ratings';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import { findCountries } from '../../store/members.ts';
import {
  all,
  type Condition,
  folded,
  GENDERS,
  mayBeFound,
  type RatingFilter,
  type SearchFilter,
  type SearchPosition,
} from './search-conditions.ts';
import type { SearchList, SearchOrder } from './search-order.ts';

/** Returns the filters that look at ratings, except the one by whose rating the list is ordered. */
export function ratedConditions(
  { sports, rating }: SearchFilter,
  { isInOrder }: { isInOrder: boolean },
): Condition[] {
  // A member with the rating asked for is rated in the sport.
  const isImplied = rating !== null && rating.bracket === PRIMARY_BRACKET;
  return [
    ...(sports === null || isImplied ? [] : [ratedBy(inOneOf(sports))]),
    ...(rating === null || isInOrder ? [] : [ratedBy(ratingConditions(rating))]),
  ];
}

function inOneOf(sports: readonly string[]): Condition[] {
  return [sql`rating.sport = any(${sports}::text[])`, sql`rating.bracket = ${PRIMARY_BRACKET}`];
}

function ratingConditions({ sport, bracket, from, to }: RatingFilter): Condition[] {
  return [
    sql`rating.sport = ${sport}`,
    sql`rating.bracket = ${bracket}`,
    ...(from === null ? [] : [sql`rating.rating >= ${from}::double precision`]),
    ...(to === null ? [] : [sql`rating.rating <= ${to}::double precision`]),
  ];
}

function ratedBy(conditions: readonly Condition[]): Condition {
  return sql`exists (select from rating where rating.member_id = member.id and ${all(conditions)})`;
}

/** Selects the numbers of all members who may have the rating. `standing` does not have members whose rating changed just now. */
export function selectByRating(rating: RatingFilter, filter: SearchFilter): Condition {
  const ladder = ladderOf(rating);
  const { genders, flags } = segmentsOf(filter);
  return sql`
    select standing.member_number from standing
    where ${all([
      sql`standing.ladder_id = ${ladder}`,
      sql`standing.gender = any(${genders}::text[])`,
      sql`standing.is_vairified = any(${flags}::boolean[])`,
      ...distanceConditions(rating),
    ])}
    union all
    select standing_delta.member_number from standing_delta
    where standing_delta.ladder_id = ${ladder}`;
}

/** Gender and verification come before the distance in indexes of `standing`, so their values must be known. */
function segmentsOf({ gender, isVairified }: SearchFilter) {
  return {
    genders: gender === null ? GENDERS : [gender],
    flags: isVairified === null ? [true, false] : [isVairified],
  };
}

function ladderOf({ sport, bracket }: RatingFilter): Condition {
  return sql`(select id from ladder where sport = ${sport} and bracket = ${bracket})`;
}

/** A row of `rating` on the scale of `standing`, which grows down the list: the highest rating is the lowest distance. */
const distance = sql`(8000 - round(rating.rating * 1000)::integer)`;

export function orderByRating(rating: RatingFilter, after: SearchPosition | null): SearchOrder {
  return {
    tables: sql`member join rating on rating.member_id = member.id`,
    conditions: [...ratingConditions(rating), ...afterRating(after, distance, 'member')],
    key: distance,
    direction: sql`asc`,
    value: sql`8000 - entry.key`,
  };
}

/** Lists members by rating: by `standing`, and by `rating` for those whose rating changed just now and is not in `standing` yet. */
export async function listRatings(
  database: Database,
  rating: RatingFilter,
  filter: SearchFilter,
  after: SearchPosition | null,
): Promise<SearchList> {
  // Known values keep the planning short, which takes most of the time.
  const { rows } = await sql<{ id: number }>`select ${ladderOf(rating)} as id`.execute(database);
  const ladder = sql`${rows[0]?.id ?? null}::integer`;
  const { genders, flags } = segmentsOf(filter);
  const segments = (await locationsOf(database, filter)).flatMap((location) =>
    genders.flatMap((gender) =>
      flags.map((flag) => [
        ...location,
        sql`standing.gender = ${gender}`,
        sql`standing.is_vairified = ${flag}`,
      ]),
    ),
  );
  const inRange = [
    ...distanceConditions(rating),
    ...afterRating(after, sql`standing.distance`, 'standing'),
  ];
  const { conditions } = orderByRating(rating, after);
  return (length) => sql`
    with moved as materialized (
      select distinct member_number from standing_delta where ladder_id = ${ladder}
    )
    select member_number, key from (
      ${sql.join(
        segments.map((segment) =>
          listStandings([sql`standing.ladder_id = ${ladder}`, ...segment, ...inRange], length),
        ),
        sql` union all `,
      )}
      union all (
        select member.member_number, ${distance} as key
        from moved
        join member using (member_number)
        join rating on rating.member_id = member.id
        where ${all([mayBeFound, ...conditions])}
        order by key, member.member_number
        limit ${length}
      )
    ) as entry
    order by key, member_number
    limit ${length}`;
}

function listStandings(conditions: readonly Condition[], length: number): Condition {
  return sql`(
    select standing.member_number, standing.distance as key from standing
    where ${all(conditions)}
      and standing.member_number not in (select member_number from moved)
    order by standing.distance, standing.member_number
    limit ${length}
  )`;
}

// Beyond so many lists it is faster to look up the members of the list of all countries.
const MAX_COUNTRIES = 20;

async function locationsOf(
  database: Database,
  { city, state, country }: SearchFilter,
): Promise<Condition[][]> {
  const ofCity = city === null ? [] : [sql`standing.city = ${city}`];
  const ofState = state === null ? [] : [sql`standing.state = ${folded(state)}`];
  if (country !== null) return [[sql`standing.country = ${country}`, ...ofState, ...ofCity]];
  if (city === null && state === null) return [[]];
  const countries = await findCountries(database, { city, state });
  if (countries.length >= MAX_COUNTRIES) return [[]];
  return countries.map((one) => [sql`standing.country = ${one}`, ...ofState, ...ofCity]);
}

function distanceConditions({ from, to }: RatingFilter): Condition[] {
  return [
    ...(from === null
      ? []
      : [sql`standing.distance <= ${8_000 - thousandths(from, Math.ceil)}::integer`]),
    ...(to === null
      ? []
      : [sql`standing.distance >= ${8_000 - thousandths(to, Math.floor)}::integer`]),
  ];
}

// 4.268 has no exact binary form, so the last digits must not count as a thousandth more.
function thousandths(rating: number, round: (value: number) => number): number {
  return round(Number((rating * 1_000).toFixed(6)));
}

function afterRating(after: SearchPosition | null, key: Condition, table: string): Condition[] {
  if (after === null) return [];
  return [
    sql`(${key}, ${sql.ref(`${table}.member_number`)})
      > (8000 - ${after.value}::integer, ${after.memberNumber}::bigint)`,
  ];
}
