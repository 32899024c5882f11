import { sql } from 'kysely';
import {
  all,
  type Condition,
  folded,
  GENDERS,
  type MemberCondition,
  mayBeFound,
  type RatingFilter,
  type SearchFilter,
  type SearchPosition,
} from './search-conditions.ts';
import {
  type Boards,
  behindActivity,
  behindName,
  behindRating,
  distance,
  distanceConditions,
  ratingConditions,
} from './search-ratings.ts';

/** An index read off in the order asked for. It holds those alone who may be found. */
export interface OrderedScan {
  /** So many entries, or all: rows of `member_number`, `key` and what is held. */
  entries: (length: number | null) => Condition;
  /** The filters that every entry fits. */
  applied: ReadonlySet<keyof SearchFilter>;
  /** The filters that an entry decides. For the others its member must be looked up. */
  held: ReadonlySet<keyof SearchFilter>;
  /** How many lists are put together, each of which is read to the length asked for. */
  lists: number;
}

const FACETS = [
  'gender',
  'ages',
  'country',
  'state',
  'city',
  'isVairified',
] as const satisfies (keyof SearchFilter)[];

/** By name, of one place where the filter names one: there is an index for each of them. */
export function scanNames(
  filter: SearchFilter,
  conditions: readonly MemberCondition[],
  after: SearchPosition | null,
): OrderedScan {
  const list = narrowestList(filter);
  const chosen = conditions.filter(({ name }) => name === list).map(({ condition }) => condition);
  return {
    entries: (length) => sql`
      select member.*, member.name_order as key from member
      where ${all([mayBeFound, ...chosen, ...behindName(after, 'member')])}
      order by member.name_order, member.member_number
      limit ${length}`,
    applied: new Set(list === null ? [] : [list]),
    held: new Set([...FACETS, 'tokens', 'hidden']),
    lists: 1,
  };
}

function narrowestList({ city, state, country }: SearchFilter) {
  if (city !== null) return 'city';
  if (state !== null) return 'state';
  return country === null ? null : 'country';
}

/** By name, of members with one of these words: the entries of each word, put together. */
export function scanTokens(matched: readonly string[], after: SearchPosition | null): OrderedScan {
  const conditions = behindName(after, 'entry');
  return {
    entries: (length) => sql`
      select distinct found.name_order as key, found.member_number
      from unnest(${matched}::text[]) as matched (word)
      cross join lateral (
        select entry.name_order, entry.member_number from member_word as entry
        where entry.word = matched.word and ${all(conditions)}
        order by entry.name_order, entry.member_number
        limit ${length}
      ) as found
      order by key, found.member_number
      limit ${length}`,
    applied: new Set(),
    held: new Set(['hidden']),
    lists: matched.length,
  };
}

/** By the last match. */
export function scanActivity(after: SearchPosition | null): OrderedScan {
  return {
    entries: (length) => sql`
      select member_activity.*, member_activity.last_played_at as key from member_activity
      where ${all([sql`member_activity.is_found`, ...behindActivity(after, 'member_activity')])}
      order by member_activity.last_played_at desc, member_activity.member_number
      limit ${length}`,
    applied: new Set(),
    held: new Set([...FACETS, 'hidden']),
    lists: 1,
  };
}

interface RatingScanQuestion {
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
