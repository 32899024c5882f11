import { piecesOf, searchWords } from '../members/search/domain/search-words.ts';
import { findBearers } from '../members/search/store/search-names.ts';
import type { Database } from '../platform/database/schema.ts';
import type { BoardView } from './domain/board-cursor.ts';
import type { Board, Standing } from './store/board.ts';
import { findBucket } from './store/buckets.ts';
import { meetNamed, type NamedRange, sortNamed } from './store/named-standings.ts';
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
export interface NameEffort {
  /** Whom fewer bear is rather looked up than met. */
  fewBearers: number;
  mostWords: number;
  /** How far to go down the board at most, before it is gone through as a whole. */
  entries: number;
}

// Each takes about as long as the others.
const usualEffort: NameEffort = { fewBearers: 5_000, mostWords: 500, entries: 10_000 };

/** A page of the players a view of a board shows. */
export async function findPage(
  database: Database,
  { board, part }: BoardView,
  wanted: PageWanted,
  effort = usualEffort,
): Promise<Standing[]> {
  const { after, offset, limit } = wanted;
  const from = after ?? TOP;
  if (part === '') return [];
  if (part !== null) {
    const range = { part, from, skip: offset, limit };
    return await findNamed(database, board, range, effort);
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
  { fewBearers, mostWords, entries }: NameEffort,
): Promise<Standing[]> {
  const words = searchWords(range.part);
  const [longest = ''] = words.toSorted((one, other) => other.length - one.length);
  const [bearers] = await findBearers(database, {
    texts: [{ text: longest, pieces: piecesOf(longest) }],
    mostWords,
    mostBearers: fewBearers,
  });
  if (bearers === undefined || bearers.count === 0) return [];
  const areFew = bearers.words.length <= mostWords && bearers.count <= fewBearers;
  if (areFew) return await sortNamed(database, board, range, bearers.words);
  const met = await meetNamed(database, board, range, entries);
  return met.length === range.limit ? met : await meetNamed(database, board, range, ALL_ENTRIES);
}
