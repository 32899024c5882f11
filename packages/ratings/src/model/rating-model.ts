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

/** A skill, and when it was last shown. */
export interface PlayedSkill extends Skill {
  /** In milliseconds since 1970; null where it is not known, in ratings of an earlier model. */
  lastPlayed: number | null;
}

/** What a player's skill in a bracket follows from. */
export interface StandingSkills {
  /** The player's (`playerId`). */
  id: number;
  /** In the bracket itself, and in the primary one of the sport; undefined where there is no rating. */
  own: PlayedSkill | undefined;
  primary: PlayedSkill | undefined;
}

/** All that a rating follows from besides the matches. */
export interface RatingModel {
  /** The parameters of each sport and team size. */
  parametersOf: ParametersOf;
  /** The skill a player enters a match with, at a time in milliseconds since 1970. */
  skillAt: (skills: StandingSkills, discipline: Discipline, at: number) => Skill;
  weigh: Weigh;
  /** What each game moved each team by, in logits, of what the match moved them by. */
  evidenceOfGames: (teams: Teams, match: MatchToWeigh, moved: readonly number[]) => number[][];
  /** How likely each team is to win the match. */
  winProbability: (teams: Teams, format: MatchFormat) => number[];
  /** How likely each team is to win the next game, after those that were played. */
  nextGameProbability: (
    teams: Teams,
    format: MatchFormat,
    played: readonly RatedGame[],
  ) => number[];
  /** The share of the games each team is expected to win. */
  expectedShare: (teams: Teams, match: MatchToWeigh) => number[];
  /** The share of the points each team is expected to score. */
  expectedPointShare: (teams: Teams, sport: string) => number[];
  ratingOf: (mu: number) => number;
  reliabilityOf: (sigma: number) => number;
}

/**
 * Counts the models there were: one more with every change that gives other ratings. An instance warns
 * at its start where its ratings follow from an earlier one.
 */
export const MODEL_REVISION = 7;

/** Returns the model that takes its parameters from these rows. */
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

/** The one in use. After a change of it the ratings have to be rebuilt. */
export const currentModel: RatingModel = modelOf(sportParameters);

// How much less sure the model is of a player's first match in a bracket than of their strength over
// all, as a share of the variance of `STARTING_SKILL`. A strong player's first mixed match is not a
// beginner's: of professionals with twenty rated games, their first twenty of mixed or of men's and women's doubles
// are predicted best with none, and within 0.0003 of that with this.
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
