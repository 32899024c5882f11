import { endsAt, type GameFormat, goesOnAt } from '../../ratings/domain/game-formats.ts';

/** The points of each team, and what a win takes. */
interface ScoredGame {
  scores: readonly number[];
  winScore: number;
  /** At least 1. */
  winBy: number;
  format: { known: GameFormat | null } | null;
}

/** The two highest scores: of the leader, and of who comes next. */
export function topScores(scores: readonly number[]): [highest: number, second: number] {
  const [highest = 0, second = 0] = scores.toSorted((one, other) => other - one);
  return [highest, second];
}

// By winScore and winBy a score above is not held against its lead: clubs play to a cap, to the clock, and on.
// A format is exact.
export function isWon({ scores, winScore, winBy, format }: ScoredGame): boolean {
  const [highest, second] = topScores(scores);
  if (format?.known) return endsAt(format.known, [highest, second]);
  return highest >= winScore && highest - second >= winBy;
}

/** Whether a game can have these scores, at its end or before. */
export function isPossible(game: ScoredGame): boolean {
  if (!game.format?.known) return true;
  return isWon(game) || goesOnAt(game.format.known, topScores(game.scores));
}
