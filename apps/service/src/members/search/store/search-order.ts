import { sql } from 'kysely';
import {
  all,
  type Condition,
  folded,
  mayBeFound,
  type SearchFilter,
  type SearchPosition,
} from './search-conditions.ts';

/** The order of a search, which ends ties by `member_number`, and the list that is in this order already. */
export interface SearchOrder {
  /** The tables of the key, `member` among them. */
  tables: Condition;
  /** Conditions on the rows of these tables: the filters of the order itself, and the position where the page begins. */
  conditions: readonly Condition[];
  /** What the list is ordered by. */
  key: Condition;
  direction: Condition;
  /** `SearchPosition.value`, from the `key` of an `entry`. */
  value: Condition;
}

/**
 * Returns the first `length` entries of a list in the order of a search, as rows of `member_number` and `key`. A list has
 * only members who may be found, and does not apply all filters.
 */
export type SearchList = (length: number) => Condition;

export function orderByName(after: SearchPosition | null): SearchOrder {
  return {
    tables: sql`member`,
    conditions: afterName(after, 'member'),
    key: sql`member.name_order`,
    direction: sql`asc`,
    value: sql`null::integer`,
  };
}

/** Lists members by name, those of one location if the search names one: each kind of location has its index. */
export function listNames(
  { city, state, country }: SearchFilter,
  after: SearchPosition | null,
): SearchList {
  const location = [
    ...(city === null ? [] : [sql`member.city_folded = ${city}`]),
    ...(state === null ? [] : [sql`member.state_folded = ${folded(state)}`]),
    ...(country === null ? [] : [sql`member.country = ${country}`]),
  ].slice(0, 1);
  return (length) => sql`
    select member.member_number, member.name_order as key from member
    where ${all([mayBeFound, ...location, ...afterName(after, 'member')])}
    order by member.name_order, member.member_number
    limit ${length}`;
}

/** Lists the members who have one of the words in their names: the entries of each word, merged. */
export function listTokens(tokens: readonly string[], after: SearchPosition | null): SearchList {
  return (length) => sql`
    select distinct entry.name_order as key, entry.member_number
    from unnest(${tokens}::text[]) as one (word)
    cross join lateral (
      select member_word.name_order, member_word.member_number from member_word
      where ${all([sql`member_word.word = one.word`, ...afterName(after, 'member_word')])}
      order by member_word.name_order, member_word.member_number
      limit ${length}
    ) as entry
    order by key, entry.member_number
    limit ${length}`;
}

// Members who never played, at -infinity, come last.
export function orderByActivity(after: SearchPosition | null): SearchOrder {
  return {
    tables: sql`member join member_activity using (member_number)`,
    conditions: afterActivity(after),
    key: sql`member_activity.last_played_at`,
    direction: sql`desc`,
    value: sql`(
      case when isfinite(entry.key) then extract(epoch from entry.key) * 1000 end
    )::double precision`,
  };
}

/** Lists members by their last match. */
export function listActivity(after: SearchPosition | null): SearchList {
  return (length) => sql`
    select member_activity.member_number, member_activity.last_played_at as key
    from member_activity
    where ${all([sql`member_activity.is_found`, ...afterActivity(after)])}
    order by member_activity.last_played_at desc, member_activity.member_number
    limit ${length}`;
}

function afterName(after: SearchPosition | null, table: string): Condition[] {
  if (after === null) return [];
  return [
    sql`(${sql.ref(`${table}.name_order`)}, ${sql.ref(`${table}.member_number`)})
      > (${after.name}::text, ${after.memberNumber}::bigint)`,
  ];
}

function afterActivity(after: SearchPosition | null): Condition[] {
  if (after === null) return [];
  const moment = after.value === null ? '-infinity' : new Date(after.value).toISOString();
  return [
    sql`member_activity.last_played_at <= ${moment}::timestamptz`,
    sql`(member_activity.last_played_at < ${moment}::timestamptz
      or member_activity.member_number > ${after.memberNumber}::bigint)`,
  ];
}
