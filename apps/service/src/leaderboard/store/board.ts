import type { Gender } from '../../platform/database/schema.ts';

export const SCOPES = ['global', 'country', 'state', 'city'] as const;
export type Scope = (typeof SCOPES)[number];

/** A leaderboard: the players rated in one bracket of a sport, in a place, of some segments. */
export interface Board {
  sport: string;
  bracket: string;
  scope: Scope;
  /** Null unless the scope uses it, as the two below. */
  country: string | null;
  /** As sent; the database folds it. The board of a city may do without. */
  state: string | null;
  /** Folded. */
  city: string | null;
  genders: readonly Gender[];
  /** Which of the two there are: who is verified and who is not. */
  verified: readonly boolean[];
  minGames: number;
  /** What the application that asks sees otherwise than everybody, from `findBoardExceptions`. */
  exceptions: string;
}

/** Where somebody stands on a board, whose order is by distance and then by member number. */
export interface Standing {
  memberNumber: number;
  /** Thousandths of a rating below 8.000. */
  distance: number;
}
