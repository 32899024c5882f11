import type { Schemas } from '@partner-rating/server';
import { readSnapshot } from '../platform/database/read-snapshot.ts';
import type { Database } from '../platform/database/schema.ts';
import { toPageWith } from '../platform/paging/position.ts';
import { type BoardView, encodeBoardCursor } from './domain/board-cursor.ts';
import { distancesToCount, rankEach, ranksInSequence } from './domain/ranks.ts';
import { findPage, type NameCost, type PageWanted } from './find-page.ts';
import { type Reader, readEntries } from './read-entries.ts';
import { findBoardExceptions } from './store/board-exceptions.ts';
import { countBoard } from './store/counts.ts';

/** A page of the players a view of a board shows, as the application that asks may see them. */
export async function readPage(
  database: Database,
  reader: Reader,
  { board: named, part }: BoardView,
  wanted: PageWanted,
  cost?: NameCost,
): Promise<Schemas.Leaderboard> {
  return await readSnapshot(database, async (snapshot) => {
    const exceptions = await findBoardExceptions(snapshot, reader.applicationId, named);
    const board = { ...named, exceptions };
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
