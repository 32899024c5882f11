import type { Database } from '../database/schema.ts';
import { piecesOf, searchWords } from '../members/domain/search-words.ts';
import { findBearers } from '../members/store/search-names.ts';
import type { BoardView } from './domain/board-cursor.ts';
import type { Board, Standing } from './store/board.ts';
import { meetNamed, type NamedRange, sortNamed } from './store/named-standings.ts';
import { findBelow } from './store/standings.ts';
import { findStretch } from './store/stretches.ts';

/** Which part of a list is wanted. */
export interface PageWanted {
  /** The last player of the page before. */
  after: Standing | null;
  offset: number;
  limit: number;
}

const TOP: Standing = { depth: 0, memberNumber: 0 };

/** A page of the players a view of a board shows. */
export async function findPage(
  database: Database,
  { board, part }: BoardView,
  wanted: PageWanted,
): Promise<Standing[]> {
  const { after, offset, limit } = wanted;
  const from = after ?? TOP;
  if (part === '') return [];
  if (part !== null) {
    const range = { part, from, skip: offset, limit };
    return await findNamed(database, board, range);
  }
  if (offset === 0) return await findBelow(database, board, { from, skip: 0, limit });
  const stretch = await findStretch(database, board, offset);
  if (stretch === null) return [];
  const start = { depth: stretch.depth, memberNumber: 0 };
  return await findBelow(database, board, { from: start, skip: offset - stretch.above, limit });
}

// A name that fewer bear is rather looked up than met; so many players of each kind are gone through
// to meet one that more bear. Either takes about as long.
const FEW = 5_000;
const MOST_WORDS = 500;
const ENTRIES = 10_000;
const ALL_ENTRIES = 1_000_000_000;

async function findNamed(database: Database, board: Board, range: NamedRange): Promise<Standing[]> {
  const words = searchWords(range.part);
  const [longest = ''] = words.toSorted((one, other) => other.length - one.length);
  const [bearers] = await findBearers(database, {
    texts: [{ text: longest, pieces: piecesOf(longest) }],
    mostWords: MOST_WORDS,
    mostBearers: FEW,
  });
  if (bearers === undefined || bearers.count === 0) return [];
  const areFew = bearers.words.length <= MOST_WORDS && bearers.count <= FEW;
  if (areFew) return await sortNamed(database, board, range, bearers.words);
  const met = await meetNamed(database, board, range, ENTRIES);
  return met.length === range.limit ? met : await meetNamed(database, board, range, ALL_ENTRIES);
}
