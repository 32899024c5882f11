import type { Schemas } from '@partner-rating/server';
import { readCards } from '../members/read-cards.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Board, Standing } from './store/board.ts';
import { findRatedMembers } from './store/entries.ts';

/** Who looks at a board, and when. */
export interface Reader {
  applicationId: string;
  now: Date;
}

/** The players at places of a board as the application that asks may see them, in the same order. */
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
