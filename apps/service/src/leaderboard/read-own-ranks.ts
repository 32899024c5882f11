import type { Database } from '../platform/database/schema.ts';
import type { Board } from './store/board.ts';
import { findRanks } from './store/rank.ts';

export interface OwnRank {
  rank: number;
  /** How many players are on the board. */
  total: number;
}

/** Returns the rank of a member on each board, in the order of the boards; null for a board without the member. */
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
