import type { Database } from '../../platform/database/schema.ts';
import type { Search } from './domain/search-query.ts';
import type { SearchEffort } from './search-effort.ts';
import { scanRatings } from './store/scan-ratings.ts';
import type { MemberCondition } from './store/search-conditions.ts';
import type { SearchRange } from './store/search-filter.ts';
import type { Bearers } from './store/search-names.ts';
import { findBoards } from './store/search-ratings.ts';
import { type OrderedScan, scanActivity, scanBearers, scanNames } from './store/search-scans.ts';

export interface ScanQuestion {
  search: Search;
  range: SearchRange;
  conditions: readonly MemberCondition[];
  bearers: Bearers | null;
  effort: SearchEffort;
}

/** The indexes that are in the order asked for, the most promising first. */
export async function chooseScans(
  database: Database,
  { search, range, conditions, bearers, effort }: ScanQuestion,
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
  if (bearers === null) return [byName];
  const byBearers = scanBearers(filter, bearers.words, after);
  const isOfSmallPlace = filter.zip !== null || filter.city !== null || filter.state !== null;
  if (isOfSmallPlace) return [byName];
  return byBearers.lists <= effort.fewWords ? [byBearers, byName] : [byName, byBearers];
}
