import type { RatedGame } from './evidence.ts';
import type { MatchToWeigh } from './rate-match.ts';
import type { RatingModel } from './rating-model.ts';
import { countWins } from './records.ts';
import type { Skill } from './scale.ts';

/** What a team won of a match, and what it was expected to: shares from 0 to 1, null where no game counts. */
export interface TeamShares {
  gamesWon: number;
  gamesPlayed: number;
  gameShare: number | null;
  expectedGameShare: number | null;
  pointShare: number | null;
  expectedPointShare: number | null;
}

export const noShares: TeamShares = {
  gamesWon: 0,
  gamesPlayed: 0,
  gameShare: null,
  expectedGameShare: null,
  pointShare: null,
  expectedPointShare: null,
};

/** By team, from the skills that its players enter the match with. */
export function teamShares(
  before: readonly (readonly Skill[])[],
  match: MatchToWeigh,
  model: RatingModel,
): TeamShares[] {
  const { games, sport } = match;
  if (games.length === 0) return before.map(() => noShares);
  const expectedGames = model.expectedShare(before, match);
  const expectedPoints = model.expectedPointShare(before, sport);
  const wins: number[] = [];
  countWins(games, wins, before.length);
  const allPoints = sumOf(games.map(({ scores }) => sumOf(scores)));
  return before.map((_, team) => ({
    gamesWon: wins[team] ?? 0,
    gamesPlayed: games.length,
    gameShare: inThousandths(sumOf(games.map((game) => partOf(game, team))) / games.length),
    expectedGameShare: inThousandths(expectedGames[team] ?? 0),
    pointShare: inThousandths(sumOf(games.map(({ scores }) => scores[team] ?? 0)) / allPoints),
    expectedPointShare: inThousandths(expectedPoints[team] ?? 0),
  }));
}

/** What a team won of a game: a level one belongs to the teams that lead it, in equal parts. */
function partOf({ scores }: RatedGame, team: number): number {
  const best = Math.max(...scores);
  return scores[team] === best ? 1 / scores.filter((score) => score === best).length : 0;
}

/** To a whole number of thousandths, as exact as a rating is. */
export function inThousandths(value: number): number {
  // JSON writes -0 and 0 alike, and nobody should tell them apart.
  return (Math.round(value * 1_000) + 0) / 1_000;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
