import type { Database } from '../../platform/database/schema.ts';
import type { Search } from './domain/search-query.ts';
import type { SearchCost } from './search-cost.ts';
import type { NameMatches } from './store/name-matches.ts';
import { scanRatings } from './store/scan-ratings.ts';
import type { MemberCondition } from './store/search-conditions.ts';
import type { SearchRange } from './store/search-filter.ts';
import { findBoards } from './store/search-ratings.ts';
import { type OrderedScan, scanActivity, scanNames, scanTokens } from './store/search-scans.ts';

export interface ScanQuestion {
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
