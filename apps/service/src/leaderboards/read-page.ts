// Reads pages of leaderboards, with or without a search by name.

import { type ErrorItem, ProblemError, type Schemas } from '@partner-rating/server';
import { readCards } from '../members/connected-member.ts';
import { byLength, tokenize } from '../members/search/domain/search-query.ts';
import { findNameMatch, selectMatches } from '../members/search/store/name-matches.ts';
import { countFew } from '../members/search/store/search-pages.ts';
import { findCountries } from '../members/store/members.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { readSnapshot } from '../platform/database/prepared-statement.ts';
import type { Database } from '../platform/database/schema.ts';
import { toPageWith } from '../platform/paging.ts';
import { sportErrors } from '../ratings/domain/sports.ts';
import {
  type BoardChoice,
  type BoardView,
  distancesToCount,
  encodeBoardCursor,
  locationErrors,
  narrowestScope,
  rankEach,
  ranksInSequence,
  toBoard,
} from './domain/board.ts';
import { type Board, findBoardExceptions, findRatedMembers, type Standing } from './store/board.ts';
import { countBoard, findBucket } from './store/counts.ts';
import { filterNamed, findBelow, type NamedRange, sortNamed } from './store/standings.ts';

/** Returns a page of a board, as the application that asks may see its players. */
export async function readPage(
  database: Database,
  reader: Reader,
  { board: requested, part }: BoardView,
  wanted: PageWanted,
  cost?: NameCost,
): Promise<Schemas.Leaderboard> {
  return await readSnapshot(database, async (snapshot) => {
    const exceptions = await findBoardExceptions(snapshot, reader.applicationId, requested);
    const board = { ...requested, exceptions };
    const view = { board, part };
    const found = await findPage(snapshot, view, { ...wanted, limit: wanted.limit + 1 }, cost);
    const { rows, nextCursor } = toPageWith(found, wanted.limit, (standing) =>
      encodeBoardCursor(view, standing),
    );
    const distances = rows.map(({ distance }) => distance);
    const counted = part === null ? distancesToCount(distances) : distances;
    const { total, above } = await countBoard(snapshot, board, counted);
    const ranks = part === null ? ranksInSequence(distances, above) : rankEach(distances, above);
    const players = await readEntries(snapshot, reader, board, rows, ranks);
    const { sport, bracket, scope } = board;
    return { sport, bracket, scope, total, players, nextCursor };
  });
}

/** Which part of a list to return. */
interface PageWanted {
  /** The last player of the page before. */
  after: Standing | null;
  offset: number;
  limit: number;
}

// The distance is in thousandths of a rating below the highest possible one.
const TOP: Standing = { distance: 0, memberNumber: 0 };

/** The bounds that decide in which of two ways a search by name reads the board. */
export interface NameCost {
  /** If a name fits at most this many members, they are found first. For a more frequent name, the board is read from the top. */
  fewMatches: number;
  maxTokens: number;
  /** How many players of the board to read first. If they do not fill the page, the whole board is read. */
  entries: number;
}

// With these bounds, both ways take about the same time.
const defaultCost: NameCost = { fewMatches: 5_000, maxTokens: 500, entries: 10_000 };

/** Returns the positions of a page of a board. */
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
  const { tokens } = await findNameMatch(database, longest, maxTokens);
  if (tokens !== null) {
    const [count = 0] = await countFew(
      database,
      [selectMatches({ token: longest, tokens }, null)],
      fewMatches,
    );
    if (count <= fewMatches) return await sortNamed(database, board, range, tokens);
  }
  const found = await filterNamed(database, board, range, entries);
  return found.length === range.limit
    ? found
    : await filterNamed(database, board, range, ALL_ENTRIES);
}

/** The application that reads a board, and when. */
export interface Reader {
  applicationId: string;
  now: Date;
}

/** Returns the players at positions of a board as the application that asks may see them, in the same order. */
export async function readEntries(
  database: Database,
  { applicationId, now }: Reader,
  board: Board,
  standings: readonly Standing[],
  ranks: readonly number[],
): Promise<Schemas.LeaderboardEntry[]> {
  const { sport, bracket } = board;
  const memberNumbers = standings.map(({ memberNumber }) => memberNumber);
  const rated = await findRatedMembers(database, { sport, bracket, memberNumbers, now });
  const memberIds = rated.map(({ id }) => id);
  const cards = await readCards(database, { applicationId, memberIds, sports: [], now });
  const byNumber = new Map(rated.map((member) => [member.memberNumber, member]));
  return standings.flatMap(({ memberNumber }, index) => {
    const rank = ranks[index];
    const member = byNumber.get(memberNumber);
    const card = member && cards.get(member.id);
    return rank && member && card ? [toEntry(rank, card, member)] : [];
  });
}

function toEntry(
  rank: number,
  { sport: _, ...card }: Schemas.Member,
  { rating, reliability, games }: { rating: number; reliability: number; games: number },
): Schemas.LeaderboardEntry {
  return { rank, ...card, R: rating, reliability, games };
}

/** A board, as a request names it. */
interface BoardRequest extends Omit<BoardChoice, 'sport' | 'scope'> {
  sport?: string;
  scope?: BoardChoice['scope'];
  clubId?: string;
}

/**
 * Returns the board that a request names.
 * @param prefix Where the request names it: `/query`, or nothing for the body of the request.
 * @throws ProblemError `validation_failed` if the sport is unknown, or the scope lacks a location or has one too many.
 */
export async function readBoard(
  { database, configuration }: Pick<Dependencies, 'database' | 'configuration'>,
  request: BoardRequest,
  prefix: '/query' | '',
): Promise<Board> {
  const choice = {
    ...request,
    sport: request.sport ?? configuration.defaultSport,
    scope: request.scope ?? narrowestScope(request),
  };
  const unknownSport = sportErrors(choice.sport, `${prefix}/sport`);
  const errors =
    unknownSport.length > 0
      ? unknownSport
      : [...clubErrors(request, prefix), ...locationErrors(choice, prefix)];
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
  const board = toBoard(choice);
  return isComplete(board) ? board : await withCountry(database, board, prefix);
}

function clubErrors({ clubId }: BoardRequest, prefix: string): ErrorItem[] {
  if (clubId === undefined) return [];
  const detail =
    'There are no clubs, so there is no leaderboard of a club. Leave clubId out, or choose a location with scope.';
  return [{ pointer: `${prefix}/clubId`, code: 'no_clubs', detail }];
}

function isComplete({ scope, country }: Board): boolean {
  return scope === 'global' || country !== null;
}

async function withCountry(
  database: Dependencies['database'],
  board: Board,
  prefix: string,
): Promise<Board> {
  const found = await findCountries(database, board);
  const [country = '', ...others] = found.filter((one) => one !== '');
  if (others.length === 0) return { ...board, country };
  const countries = [country, ...others].join(', ');
  const detail = `Several countries have such a ${board.scope}: ${countries}. Send country.`;
  const errors: ErrorItem[] = [{ pointer: `${prefix}/country`, code: 'required', detail }];
  throw new ProblemError('validation_failed', { errors });
}
