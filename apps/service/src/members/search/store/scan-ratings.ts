import { sql } from 'kysely';
import {
  all,
  type Condition,
  folded,
  GENDERS,
  type MemberCondition,
  mayBeFound,
} from './search-conditions.ts';
import type { RatingFilter, SearchFilter, SearchPosition } from './search-filter.ts';
import { behindRating } from './search-order.ts';
import { type Boards, distance, distanceConditions, ratingConditions } from './search-ratings.ts';
import type { OrderedScan } from './search-scans.ts';

export interface RatingScanQuestion {
  filter: SearchFilter;
  rating: RatingFilter;
  boards: Boards;
  conditions: readonly MemberCondition[];
  after: SearchPosition | null;
}

/**
 * By rating: the standings as they are in order, but those who moved just now by the rating itself,
 * since the standings do not contain them yet.
 */
export function scanRatings(question: RatingScanQuestion): OrderedScan {
  const lists = listsOf(question);
  const { applied } = lists;
  return {
    entries: (length) => sql`
      with moved as materialized (
        select distinct member_number from standing_delta
        where ladder_id = ${question.boards.ladderId}::integer
      )
      select member_number, key from (
        ${sql.join(
          [
            ...lists.conditions.map((conditions) => standings(conditions, length)),
            ratingsOfMoved(question, applied, length),
          ],
          sql` union all `,
        )}
      ) as standing
      order by key, member_number
      limit ${length}`,
    applied,
    held: new Set(['hidden']),
    lists: 1,
  };
}

function standings(conditions: readonly Condition[], length: number | null): Condition {
  return sql`(
    select standing.member_number, standing.distance as key from standing
    where ${all(conditions)} and standing.member_number not in (select member_number from moved)
    order by standing.distance, standing.member_number
    limit ${length}
  )`;
}

function ratingsOfMoved(
  { rating, conditions, after }: RatingScanQuestion,
  applied: ReadonlySet<keyof SearchFilter>,
  length: number | null,
): Condition {
  const ofMember = conditions.filter(({ name }) => applied.has(name));
  const required = [
    mayBeFound,
    ...ofMember.map(({ condition }) => condition),
    ...ratingConditions(rating),
    ...behindRating(after, distance, 'member'),
  ];
  return sql`(
    select member.member_number, ${distance} as key
    from moved
    join member using (member_number)
    join rating on rating.member_id = member.id
    where ${all(required)}
    order by key, member.member_number
    limit ${length}
  )`;
}

// Beyond so many lists it is quicker to look members up on the one of everywhere.
const MAX_COUNTRIES = 20;

/** The indexes of standing hold location, gender and verification before the distance: a list for each. */
function listsOf({ filter, rating, boards, after }: RatingScanQuestion) {
  const { city, state, gender, isVairified } = filter;
  const isOfCountries = boards.countries !== null && boards.countries.length <= MAX_COUNTRIES;
  const locations = isOfCountries
    ? (boards.countries ?? []).map((country) => [
        sql`standing.country = ${country}`,
        ...(city === null ? [] : [sql`standing.city = ${city}`]),
        ...(state === null ? [] : [sql`standing.state = ${folded(state)}`]),
      ])
    : [[]];
  const genders = gender === null ? GENDERS : [gender];
  const flags = isVairified === null ? [true, false] : [isVairified];
  const applied: ReadonlySet<keyof SearchFilter> = new Set([
    'rating',
    'gender',
    'isVairified',
    ...(isOfCountries ? (['country', 'state', 'city'] as const) : []),
  ]);
  const conditions = locations.flatMap((location) =>
    genders.flatMap((one) =>
      flags.map((flag) => [
        sql`standing.ladder_id = ${boards.ladderId}::integer`,
        ...location,
        sql`standing.gender = ${one}`,
        sql`standing.is_vairified = ${flag}`,
        ...distanceConditions(rating),
        ...behindRating(after, sql`standing.distance`, 'standing'),
      ]),
    ),
  );
  return { applied, conditions };
}
