import type { Sport } from '../../ratings/domain/sports.ts';

/** Points that win a game, and the lead it takes. */
export interface GameRules {
  winScore: number;
  winBy: number;
}

/** What is played for in each sport where nobody says otherwise; in padel and tennis a game is a set. */
export const usualGames: Readonly<Record<Sport, GameRules>> = {
  pickleball: { winScore: 11, winBy: 2 },
  padel: { winScore: 6, winBy: 2 },
  tennis: { winScore: 6, winBy: 2 },
  squash: { winScore: 11, winBy: 2 },
  badminton: { winScore: 21, winBy: 2 },
  'table-tennis': { winScore: 11, winBy: 2 },
  racquetball: { winScore: 15, winBy: 1 },
};
