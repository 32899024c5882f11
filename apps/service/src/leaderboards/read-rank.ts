import type { Schemas } from '@partner-rating/server';
import { readSnapshot } from '../platform/database/prepared-statement.ts';
import type { Database } from '../platform/database/schema.ts';
import { distancesToCount, percentileOf, ranksInSequence } from './domain/board.ts';
import { type Reader, readEntries } from './read-page.ts';
import { type Board, findBoardExceptions, type Standing } from './store/board.ts';
import { countBoard } from './store/counts.ts';
import { findRank, findRanks, type Ranked } from './store/rank.ts';
import { findAbove, findBelow } from './store/standings.ts';

interface RankQuestion {
  board: Board;
  memberNumber: number;
  /** How many players to show above and below. */
  contextSize: number;
}

/** Returns the rank of the member on the board, and the players near. Null if the member is not on it. */
export async function readRank(
  database: Database,
  reader: Reader,
  { board: named, memberNumber, contextSize }: RankQuestion,
): Promise<Schemas.PlayerRank | null> {
  return await readSnapshot(database, async (snapshot) => {
    const exceptions = await findBoardExceptions(snapshot, reader.applicationId, named);
    const board = { ...named, exceptions };
    const standing = await findRank(snapshot, board, memberNumber);
    if (standing === undefined) return null;
    const { total } = standing;
    const higher = await findNear(findAbove, snapshot, board, standing, contextSize);
    const lower = await findNear(findBelow, snapshot, board, standing, contextSize);
    const standings = [...higher.toReversed(), standing, ...lower];

    const distances = standings.map(({ distance }) => distance);
    const ranks = ranksInSequence(
      distances,
      await countAbove(snapshot, board, distances, standing),
    );
    const entries = await readEntries(snapshot, reader, board, standings, ranks);
    const player = entries[higher.length];
    if (player === undefined) throw new Error('A player on the board has no card.');
    const { sport, bracket, scope } = board;
    return {
      sport,
      bracket,
      scope,
      rank: player.rank,
      total,
      percentile: percentileOf(player.rank, total),
      player,
      above: entries.slice(0, higher.length),
      below: entries.slice(higher.length + 1),
    };
  });
}

/** Counts the players above the distances. On a large board, neighbours often have the same distance. */
async function countAbove(
  database: Database,
  board: Board,
  distances: readonly number[],
  known: Ranked,
): Promise<ReadonlyMap<number, number>> {
  const unknown = distancesToCount(distances).filter((distance) => distance !== known.distance);
  const counted = unknown.length === 0 ? [] : (await countBoard(database, board, unknown)).above;
  return new Map([...counted, [known.distance, known.above]]);
}

async function findNear(
  find: typeof findAbove,
  database: Database,
  board: Board,
  from: Standing,
  limit: number,
): Promise<Standing[]> {
  return limit === 0 ? [] : await find(database, board, { from, skip: 0, limit });
}

export interface OwnRank {
  rank: number;
  /** How many players are on the board. */
  total: number;
}

/** Returns the rank of a member on each board, in the order of the boards. Null for a board without the member. */
export async function readOwnRanks(
  database: Database,
  memberNumber: number,
  boards: readonly Board[],
): Promise<(OwnRank | null)[]> {
  const ranks = await findRanks(database, boards, memberNumber);
  return ranks.map((found) =>
    found === undefined ? null : { rank: found.above + 1, total: found.total },
  );
}
