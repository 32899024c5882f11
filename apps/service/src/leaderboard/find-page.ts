import { byLength, tokenize } from '../members/search/domain/tokens.ts';
import { findNameMatches } from '../members/search/store/name-matches.ts';
import type { Database } from '../platform/database/schema.ts';
import type { BoardView } from './domain/board-cursor.ts';
import type { Board, Standing } from './store/board.ts';
import { findBucket } from './store/buckets.ts';
import { filterNamed, type NamedRange, sortNamed } from './store/named-standings.ts';
import { findBelow } from './store/standings.ts';

/** Which part of a list is wanted. */
export interface PageWanted {
  /** The last player of the page before. */
  after: Standing | null;
  offset: number;
  limit: number;
}

const TOP: Standing = { distance: 0, memberNumber: 0 };

/** When to change from one way of finding a name to another. */
export interface NameCost {
  /** A name with fewer matches is looked up; others are filtered on the way down the board. */
  fewMatches: number;
  maxTokens: number;
  /** How far to go down the board at most, before it is gone through as a whole. */
  entries: number;
}

// Each takes about as long as the others.
const defaultCost: NameCost = { fewMatches: 5_000, maxTokens: 500, entries: 10_000 };

/** A page of the players a view of a board shows. */
export async function findPage(
  database: Database,
  { board, part }: BoardView,
  wanted: PageWanted,
  cost = defaultCost,
): Promise<Standing[]> {
  const { after, offset, limit } = wanted;
  const from = after ?? TOP;
  if (part !== null) {
    const tokens = tokenize(part);
    if (tokens.length === 0) return [];
    const range = { tokens, from, skip: offset, limit };
    return await findNamed(database, board, range, cost);
  }
  if (offset === 0) return await findBelow(database, board, { from, skip: 0, limit });
  const bucket = await findBucket(database, board, offset);
  if (bucket === null) return [];
  const start = { distance: bucket.distance, memberNumber: 0 };
  return await findBelow(database, board, { from: start, skip: offset - bucket.above, limit });
}

const ALL_ENTRIES = 1_000_000_000;

async function findNamed(
  database: Database,
  board: Board,
  range: NamedRange,
  { fewMatches, maxTokens, entries }: NameCost,
): Promise<Standing[]> {
  const [longest = ''] = byLength(range.tokens);
  const [matches] = await findNameMatches(database, {
    texts: [longest],
    maxTokens,
    maxMatches: fewMatches,
  });
  if (matches === undefined) return [];
  const areFew = matches.tokens.length <= maxTokens && matches.count <= fewMatches;
  if (areFew) return await sortNamed(database, board, range, matches.tokens);
  const found = await filterNamed(database, board, range, entries);
  return found.length === range.limit
    ? found
    : await filterNamed(database, board, range, ALL_ENTRIES);
}
