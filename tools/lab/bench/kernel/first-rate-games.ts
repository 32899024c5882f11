import { rateGame, type Skill } from './first-plackett-luce.ts';

/** One game: the points of each team, in the order of the teams. */
interface RatedGame {
  scores: readonly number[];
  winScore: number;
  winBy: number;
}

// The scores are measured in units of winScore, so that 11-0 to 11 says as much as 21-0 to 21, and
// times this, so that a win to nothing moves a rating about twice as far as the closest win. It is
// also the lead of a win to nothing, and no lead counts for more.
const MARGIN_WEIGHT = 2;

/**
 * Rates one team against another, or several against each other, game after game
 * (Weng and Lin 2011, Plackett-Luce). A win by no more than `winBy` counts plainly,
 * a clearer one for more, and none for more than a win to nothing.
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
