import { countWins } from '../../ratings/domain/records.ts';

/**
 * How many games a match of two teams could have at most, as far as its games show: the winner had to
 * win as many as they did, level ones aside. Null where nobody won more games than the other.
 */
export function bestOfIn(games: readonly { scores: readonly number[] }[]): number | null {
  const wins: number[] = [];
  countWins(games, wins, 2);
  const [first = 0, second = 0] = wins;
  return first === second ? null : 2 * Math.max(first, second) - 1;
}

/** The games each of the teams won; a level one counts half for those who lead it. */
export function gamesWon(games: readonly { scores: readonly number[] }[]): number[] {
  const won = new Array<number>(games[0]?.scores.length ?? 0).fill(0);
  for (const { scores } of games) {
    const highest = Math.max(...scores);
    const leaders = scores.filter((score) => score === highest).length;
    for (const [team, score] of scores.entries()) {
      if (score === highest) won[team] = (won[team] ?? 0) + 1 / leaders;
    }
  }
  return won;
}
