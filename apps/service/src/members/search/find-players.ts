// The search for players: chooses the fastest way to find a page of them.

import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { mergeFound } from './domain/search-cursor.ts';
import { birthRange, byLength, type Search } from './domain/search-query.ts';
import { findNameMatch, selectMatches } from './store/name-matches.ts';
import {
  type BirthDates,
  type Condition,
  connectedTo,
  type FoundPlayer,
  fitsTokens,
  ghostOf,
  hasParts,
  isPart,
  memberConditions,
  type SearchFilter,
  type SearchRange,
  selectByMember,
} from './store/search-conditions.ts';
import {
  listActivity,
  listNames,
  listTokens,
  orderByActivity,
  orderByName,
  type SearchList,
  type SearchOrder,
} from './store/search-order.ts';
import { countFew, sortMatching, walkList } from './store/search-pages.ts';
import {
  listRatings,
  orderByRating,
  ratedConditions,
  selectByRating,
} from './store/search-ratings.ts';

export interface PlayersQuestion {
  search: Search;
  /** The application that asks. It finds more of its connected players. Null for a player, who finds what strangers find. */
  applicationId: string | null;
  range: SearchRange;
  /** `YYYY-MM-DD`, for ages. */
  today: string;
}

/**
 * Returns a page of the players who match a search. Fields that the public card hides find only connected players, and
 * so do parts of names.
 */
export async function findPlayers(
  database: Database,
  question: PlayersQuestion,
  limits: SearchLimits = defaultLimits,
): Promise<FoundPlayer[]> {
  const { search, range } = question;
  if (search.fitsNobody) return [];
  if (search.isOfConnected) return await findConnected(database, question);
  const whole = { ...range, offset: 0, limit: range.offset + range.limit };
  const own = await findOwn(database, { ...question, range: whole });
  if (own.length === 0) return await findAmongAll(database, question, limits);
  const all = await findAmongAll(database, { ...question, range: whole }, limits);
  return mergeFound(search.sort, all, own).slice(range.offset, whole.limit);
}

/**
 * Returns the players that only the application finds: connected ones by parts of names, and its own ghosts (members without an
 * account).
 */
async function findOwn(database: Database, question: PlayersQuestion): Promise<FoundPlayer[]> {
  const { tokens, reference } = question.search.filter;
  const connected = tokens.some(isPart) ? await findConnected(database, question) : [];
  // A ghost is found only by its name or reference.
  const isNamed = tokens.length > 0 || reference !== null;
  return isNamed ? [...connected, ...(await findGhosts(database, question))] : connected;
}

/** Returns a page of the connected players who match. */
async function findConnected(
  database: Database,
  question: PlayersQuestion,
): Promise<FoundPlayer[]> {
  const { search, range } = question;
  const conditions = [
    connectedTo(question.applicationId),
    ...hasParts(search.filter.tokens),
    ...filtersOf(question),
  ];
  return await sortMatching(database, { order: orderOf(search, range), conditions, range });
}

/** Returns a page of the application's own ghosts who match. */
async function findGhosts(database: Database, question: PlayersQuestion): Promise<FoundPlayer[]> {
  const { search, range } = question;
  const among = ghostOf(question.applicationId);
  const conditions = [...hasParts(search.filter.tokens), ...filtersOf(question)];
  return await sortMatching(database, { among, order: orderOf(search, range), conditions, range });
}

/** Returns all filters but the name, which depends on who asks. */
function filtersOf({ search, today }: PlayersQuestion): Condition[] {
  const { filter, sort } = search;
  return [
    ...memberConditions(filter, bornBetween(filter, today)),
    ...ratedConditions(filter, { isInOrder: sort === 'rating' }),
  ];
}

function bornBetween({ ages }: SearchFilter, today: string): BirthDates {
  return ages === null ? { after: null, upTo: null } : birthRange(ages, today);
}

function orderOf({ sort, filter: { rating } }: Search, { after }: SearchRange): SearchOrder {
  if (sort === 'name') return orderByName(after);
  return sort === 'rating' && rating !== null
    ? orderByRating(rating, after)
    : orderByActivity(after);
}

/**
 * Returns a page of all members who match. If one of the filters leaves few, these are found and sorted. Otherwise the
 * beginning of a list that is in order already may have enough of them. ../README.md says more.
 */
async function findAmongAll(
  database: Database,
  question: PlayersQuestion,
  limits: SearchLimits,
): Promise<FoundPlayer[]> {
  const { search, range } = question;
  const { tokens, reference } = search.filter;
  const order = orderOf(search, range);
  const conditions = [...filtersOf(question), ...fitsTokens(tokens)];
  const narrowest = await findNarrowest(database, question, limits);
  if (narrowest.count === 0) return [];
  const { query } = narrowest;
  if (narrowest.count <= limits.few && query !== null) {
    // PostgreSQL does not know that they are few. An array has them looked up.
    const isOne = sql`member.member_number = any(array(${query}))`;
    return await sortMatching(database, { order, conditions: [isOne, ...conditions], range });
  }
  if (reference === null) {
    const list = await listOf(database, question, narrowest.tokens);
    const short = range.offset + SHORT_WALK * range.limit;
    for (const length of [short, Math.max(short, limits.entries)]) {
      const page = await walkList(database, { order, list, length, conditions, range });
      if (page !== null) return page;
    }
  }
  const { named } = narrowest;
  if (named !== null) conditions.push(sql`member.member_number = any(array(${named}))`);
  else if (query !== null) conditions.push(sql`member.member_number in (${query})`);
  return await sortMatching(database, { order, conditions, range });
}

// Nearly all searches whose list applies their filters end here, with the best plan.
const SHORT_WALK = 5;

/** The filter that leaves the fewest members, by the counts of its index. */
interface Narrowest {
  /** Selects the numbers of these members. Null if no filter has an index. */
  query: Condition | null;
  /** At most one more than `few`. */
  count: number;
  /** The words that the rarest token of the name fits. Null without a name, or if these are too many. */
  tokens: readonly string[] | null;
  /** Selects the numbers of members who may have the whole name. Null without a name, or if they are too many. */
  named: Condition | null;
}

// The longest tokens are the most selective as a rule; more of them would hardly select more.
const TOKENS_COUNTED = 3;

async function findNarrowest(
  database: Database,
  { search: { filter }, today }: PlayersQuestion,
  { few, maxTokens }: SearchLimits,
): Promise<Narrowest> {
  const tokens = byLength(filter.tokens).slice(0, TOKENS_COUNTED);
  const matches = await Promise.all(
    tokens.map((token) => findNameMatch(database, token, maxTokens)),
  );
  const named = matches.map((match) => selectMatches(match, filter.city));
  const queries = [
    ...named,
    ...selectByMember(filter, bornBetween(filter, today)),
    ...(filter.rating === null ? [] : [selectByRating(filter.rating, filter)]),
  ];
  const counts = await countFew(database, queries, few);
  const indexOfMinimum = (some: readonly number[]) => some.indexOf(Math.min(...some));
  const least = indexOfMinimum(counts);
  return {
    query: queries[least] ?? null,
    count: counts[least] ?? few + 1,
    tokens: matches[indexOfMinimum(counts.slice(0, matches.length))]?.tokens ?? null,
    named:
      matches.length === 0 || matches.some((match) => match.tokens === null)
        ? null
        : sql`${sql.join(named, sql` intersect `)}`,
  };
}

/** Returns the list in the order of the search that applies most of its filters. */
async function listOf(
  database: Database,
  { search: { filter, sort }, range: { after } }: PlayersQuestion,
  tokens: readonly string[] | null,
): Promise<SearchList> {
  if (sort === 'activity') return listActivity(after);
  if (sort === 'rating' && filter.rating !== null) {
    return await listRatings(database, filter.rating, filter, after);
  }
  return tokens === null ? listNames(filter, after) : listTokens(tokens, after);
}

/** When a search changes from one way to the other. */
export interface SearchLimits {
  /** At most this many members are found and sorted without a list. */
  few: number;
  /** How many entries of a list to read at most. */
  entries: number;
  /** If a token fits more words of names than this, the search does not use these words. */
  maxTokens: number;
}

// With these numbers, each way takes some milliseconds, and about as long as the others.
const defaultLimits: SearchLimits = { few: 1_000, entries: 4_000, maxTokens: 500 };
