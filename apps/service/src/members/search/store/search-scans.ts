import { sql } from 'kysely';
import { all, type Condition, type MemberCondition, mayBeFound } from './search-conditions.ts';
import type { SearchFilter, SearchPosition } from './search-filter.ts';
import { behindActivity, behindName } from './search-order.ts';

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
