import type { Database } from '../../platform/database/schema.ts';
import { byLength, type Search } from './domain/search-query.ts';
import { findNameMatches, type NameMatches } from './store/name-matches.ts';
import type { MemberCondition, SearchFilter, SearchRange } from './store/search-conditions.ts';
import { findBoards } from './store/search-ratings.ts';
import {
  type OrderedScan,
  scanActivity,
  scanNames,
  scanRatings,
  scanTokens,
} from './store/search-scans.ts';

interface ScanQuestion {
  search: Search;
  range: SearchRange;
  conditions: readonly MemberCondition[];
  matches: NameMatches | null;
  cost: SearchCost;
}

/** The indexes that are in the order asked for, the most promising first. */
export async function chooseScans(
  database: Database,
  { search, range, conditions, matches, cost }: ScanQuestion,
): Promise<OrderedScan[]> {
  const { filter, sort } = search;
  const { after } = range;
  if (sort === 'activity') return [scanActivity(after)];
  if (sort === 'rating' && filter.rating !== null) {
    const { rating } = filter;
    const boards = await findBoards(database, filter, rating);
    return [scanRatings({ filter, rating, boards, conditions, after })];
  }
  const byName = scanNames(filter, conditions, after);
  if (matches === null) return [byName];
  const byTokens = scanTokens(matches.tokens, after);
  const isOfSmallLocation = filter.city !== null || filter.state !== null;
  if (isOfSmallLocation) return [byName];
  return byTokens.lists <= cost.fewTokens ? [byTokens, byName] : [byName, byTokens];
}

// The longest texts are the most selective; more of them would hardly select more.
const TEXTS_COUNTED = 3;

/** The members with the most selective of the texts in their name; null where no text is selective enough. */
export async function findMostSelective(
  database: Database,
  { tokens }: SearchFilter,
  { few, maxTokens }: SearchCost,
): Promise<NameMatches | 'nobody' | null> {
  if (tokens.length === 0) return null;
  const longest = byLength(tokens).slice(0, TEXTS_COUNTED);
  const all = await findNameMatches(database, {
    texts: longest,
    maxTokens,
    maxMatches: few,
  });
  if (all.some((matches) => matches.count === 0)) return 'nobody';
  const selective = all.filter((matches) => matches.tokens.length <= maxTokens);
  const [mostSelective = null] = selective.toSorted(
    (one, other) => one.count - other.count || one.tokens.length - other.tokens.length,
  );
  return mostSelective;
}

/** When to change from one way of searching to the other. */
export interface SearchCost {
  /** Up to so many members are found and sorted instead of being read in order. */
  few: number;
  /** How many entries of an index to read at most, when each one's member is looked up … */
  entriesLookedUp: number;
  /** … and when the entries alone decide nearly everything. */
  entriesRead: number;
  /** Members with one of so few tokens are read token by token instead of being filtered. */
  fewTokens: number;
  /** A text in more tokens than this matches so many members that a filter finds them soon anyway. */
  maxTokens: number;
}

// Each takes about as long as the others. Were one of them much larger, searches that need it would
// be slower than all others.
export const defaultCost: SearchCost = {
  few: 1_000,
  entriesLookedUp: 4_000,
  entriesRead: 20_000,
  fewTokens: 200,
  maxTokens: 1_000,
};
