/** The points of each team, and what a win takes. */
export interface ScoredGame {
  scores: readonly number[];
  winScore: number;
  winBy: number;
}

/** The two highest scores: of the leader, and of who comes next. */
export function topScores(scores: readonly number[]): [highest: number, second: number] {
  const [highest = 0, second = 0] = scores.toSorted((one, other) => other - one);
  return [highest, second];
}

// A score above winScore is not held against its lead: clubs play to a cap, to the clock, and on.
export function isWon({ scores, winScore, winBy }: ScoredGame): boolean {
  const [highest, second] = topScores(scores);
  return highest > second && highest >= winScore && highest - second >= winBy;
}
