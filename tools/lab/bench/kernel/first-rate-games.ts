import { rateGame, type Skill } from './first-plackett-luce.ts';

/** One game: the points of each team, in the order of the teams. */
interface RatedGame {
  scores: readonly number[];
  winScore: number;
  winBy: number;
}

// Scores are measured in units of winScore, so that 11-0 in a game to 11 counts like 21-0 in a game
// to 21. This factor makes a win to nothing move a rating about twice as far as the closest win. It
// is also the largest lead that counts.
const MARGIN_WEIGHT = 2;

/**
 * Rates two or more teams over several games (Weng and Lin 2011, Plackett-Luce). A win by at most
 * `winBy` counts once, a larger lead counts more, and a win to nothing counts the most.
 */
export function rateGames(
  teams: readonly (readonly Skill[])[],
  games: readonly RatedGame[],
): Skill[][] {
  return games.reduce<Skill[][]>(
    (skills, { scores, winScore, winBy }) =>
      rateGame(
        skills,
        scores.map((points) => (MARGIN_WEIGHT * points) / winScore),
        (MARGIN_WEIGHT * winBy) / winScore,
        MARGIN_WEIGHT,
      ),
    teams.map((team) => [...team]),
  );
}
