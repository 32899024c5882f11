import type { RatedGame } from './game-formats.ts';
import { type Discipline, type ParametersOf, sportParameters } from './parameters.ts';
import { evidenceOfGames, type MatchToWeigh, type Weigh, weighWith } from './rate-match.ts';
import {
  ratingOf,
  reliabilityOf,
  type Skill,
  STARTING_SKILL,
  sigmaAfterAbsence,
  startingSigma,
  startingSkill,
} from './scale.ts';
import {
  expectedPointShare,
  expectedShare,
  type MatchFormat,
  nextGameProbability,
  winProbability,
} from './win-probability.ts';

type Teams = readonly (readonly Skill[])[];

/** A skill, and the time of the last match. */
export interface PlayedSkill extends Skill {
  /** In milliseconds since 1970; null if unknown, in ratings of an earlier model. */
  lastPlayed: number | null;
}

/** The skills from which a player's skill in a bracket follows. */
export interface StandingSkills {
  /** The id of the player (`playerId`). */
  id: number;
  /** The skill in the bracket itself; undefined without a rating there. */
  own: PlayedSkill | undefined;
  /** The skill in the primary bracket of the sport; undefined without a rating there. */
  primary: PlayedSkill | undefined;
}

/** A rating model. It computes ratings from matches. */
export interface RatingModel {
  /** The parameters of each sport and team size. */
  parametersOf: ParametersOf;
  /** Returns the skill with which a player enters a match, at a time in milliseconds since 1970. */
  skillAt: (skills: StandingSkills, discipline: Discipline, at: number) => Skill;
  /** Rates a match in place. */
  weigh: Weigh;
  /** Returns how far each game moved each team, in logits. The numbers of a team add up to its movement in the match. */
  evidenceOfGames: (teams: Teams, match: MatchToWeigh, moved: readonly number[]) => number[][];
  /** Returns the probability of each team to win the match. */
  winProbability: (teams: Teams, format: MatchFormat) => number[];
  /** Returns the probability of each team to win the next game, after the games that were played. */
  nextGameProbability: (
    teams: Teams,
    format: MatchFormat,
    played: readonly RatedGame[],
  ) => number[];
  /** Returns the share of the games that each team is expected to win. */
  expectedShare: (teams: Teams, match: MatchToWeigh) => number[];
  /** Returns the share of the points that each team is expected to score. */
  expectedPointShare: (teams: Teams, sport: string) => number[];
  ratingOf: (mu: number) => number;
  reliabilityOf: (sigma: number) => number;
}

/**
 * The number of the model, which grows by one with every change that gives different ratings. An instance warns at its start if
 * its ratings follow from an earlier model.
 */
export const MODEL_REVISION = 7;

/** Returns the model with these parameters. */
export function modelOf(parametersOf: ParametersOf): RatingModel {
  return {
    parametersOf,
    skillAt: (skills, discipline, at) => skillAt(skills, discipline, at, parametersOf),
    weigh: weighWith(parametersOf),
    evidenceOfGames: (teams, match, moved) => evidenceOfGames(teams, match, moved, parametersOf),
    winProbability: (teams, format) => winProbability(teams, format, parametersOf),
    nextGameProbability: (teams, format, played) =>
      nextGameProbability(teams, format, played, parametersOf),
    expectedShare: (teams, { sport, games: [first] }) =>
      expectedShare(teams, { sport, winScore: 1, winBy: 1, ...first, bestOf: 1 }, parametersOf),
    expectedPointShare: (teams, sport) => expectedPointShare(teams, sport, parametersOf),
    ratingOf,
    reliabilityOf,
  };
}

/** The model in use. After a change of it, the ratings must be rebuilt. */
export const currentModel: RatingModel = modelOf(sportParameters);

// The additional uncertainty in a player's first match in a bracket, compared with their overall strength,
// as a share of the variance of `STARTING_SKILL`. A strong player's first mixed match is not a
// beginner's match. Professionals with twenty rated games were tested on their first twenty games of mixed, men's, or women's
// doubles: predictions are best without this uncertainty, and only 0.0003 worse with it.
const BRACKET_VARIANCE = 0.12;

function skillAt(
  { id, own, primary }: StandingSkills,
  discipline: Discipline,
  at: number,
  parametersOf: ParametersOf,
): Skill {
  const known = own ?? primary;
  if (known === undefined) return startingSkill(discipline, id, parametersOf);
  const { sport, teamSize } = discipline;
  const { mu, direction, partner, open, lastPlayed } = known;
  let sigma = sigmaAfterAbsence(known.sigma, { sport, lastPlayed, at }, parametersOf);
  if (own === undefined) {
    const start = startingSigma(parametersOf(sport, teamSize)) ** 2;
    const unsure = sigma * sigma + BRACKET_VARIANCE * STARTING_SKILL.sigma ** 2;
    sigma = Math.sqrt(Math.min(start, unsure));
  }
  return { mu, sigma, id, direction, partner, open };
}
