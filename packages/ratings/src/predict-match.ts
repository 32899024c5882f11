import { type ParametersOf, sportParameters } from './model/parameters.ts';
import type { Skill } from './model/scale.ts';
import {
  expectedShare,
  knownLead,
  type MatchFormat,
  winProbability,
} from './model/win-probability.ts';

/** The prediction of a match. */
export interface MatchPrediction {
  /** The probability of each team to win the match, in the order of the teams. They sum to 1. */
  winProbability: number[];
  /** The share of the games that each team is expected to win. The shares sum to 1. */
  expectedShare: number[];
  /** How well the difference of the teams is known: from 0, a first guess, to 1, in hundredths. */
  reliability: number;
}

/**
 * Predicts a match from the skills with which its players enter it (`currentModel.skillAt`, or `skillOf` of ratings
 * that the API returned).
 */
export function predictMatch(
  teams: readonly (readonly Skill[])[],
  format: MatchFormat,
  parametersOf: ParametersOf = sportParameters,
): MatchPrediction {
  const { reliability } = knownLead(teams, format.sport, parametersOf);
  return {
    winProbability: winProbability(teams, format, parametersOf),
    expectedShare: expectedShare(teams, format, parametersOf),
    reliability: Math.round(reliability * 100) / 100,
  };
}
