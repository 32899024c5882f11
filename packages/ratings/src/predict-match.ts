import { type ParametersOf, sportParameters } from './model/parameters.ts';
import type { Skill } from './model/scale.ts';
import { expectedShare, type MatchFormat, winProbability } from './model/win-probability.ts';

/** A skill, and how far it can be trusted. */
export interface EntrySkill extends Skill {
  /** From 0, a first guess, towards 1. */
  reliability: number;
}

/** What is to be expected of a match. */
export interface MatchPrediction {
  /** How likely each team is to win the match, in the order of the teams: they sum to 1. */
  winProbability: number[];
  /** The share of the games each team is expected to win: they sum to 1. */
  expectedShare: number[];
  /** From 0 to 1: that of the rating that is trusted least. */
  reliability: number;
}

/**
 * Predicts a match from the skills with which its players enter it (`currentModel.skillAt`, or `skillOf` of ratings
 * that the API returned).
 */
export function predictMatch(
  teams: readonly (readonly EntrySkill[])[],
  format: MatchFormat,
  parametersOf: ParametersOf = sportParameters,
): MatchPrediction {
  return {
    winProbability: winProbability(teams, format, parametersOf),
    expectedShare: expectedShare(teams, format, parametersOf),
    reliability: Math.min(...teams.flat().map(({ reliability }) => reliability)),
  };
}
