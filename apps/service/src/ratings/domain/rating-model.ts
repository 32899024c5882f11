import { type RatedGame, rateGames } from './rate-games.ts';
import { ratingOf, reliabilityOf, type Skill, STARTING_SKILL } from './scale.ts';

/** All that a rating follows from besides the matches. */
export interface RatingModel {
  /** Where a player starts. */
  start: Readonly<Skill>;
  rateGames: (
    teams: readonly (readonly Skill[])[],
    games: readonly RatedGame[],
  ) => readonly (readonly Skill[])[];
  ratingOf: (mu: number) => number;
  reliabilityOf: (sigma: number) => number;
}

/** The one in use. After a change of it the ratings have to be rebuilt. */
export const currentModel: RatingModel = {
  start: STARTING_SKILL,
  rateGames,
  ratingOf,
  reliabilityOf,
};
