import type { Database } from '../platform/database/schema.ts';
import type { Board } from './store/board.ts';
import { findRank } from './store/rank.ts';

export interface OwnRank {
  rank: number;
  /** How many players are on the board. */
  total: number;
}

/** Where a member stands on boards, as everybody sees them, in their order; null for one they are not on. */
export async function readOwnRanks(
  database: Database,
  memberNumber: number,
  boards: readonly Board[],
): Promise<(OwnRank | null)[]> {
  const ranks: (OwnRank | null)[] = [];
  for (const board of boards) {
    const found = await findRank(database, board, memberNumber);
    ranks.push(found === undefined ? null : { rank: found.above + 1, total: found.total });
  }
  return ranks;
}
