import type { Schemas } from '@partner-rating/server';
import {
  expectedShare,
  type MatchFormat,
  winProbability,
} from '../../ratings/domain/win-probability.ts';
import type { EntrySkill } from './entry-skill.ts';

/** What is to be expected of a match; it can be trusted as far as the rating that is trusted least. */
export function predictMatch(
  teams: readonly (readonly EntrySkill[])[],
  format: MatchFormat,
): Schemas.MatchPrediction {
  return {
    winProbability: winProbability(teams, format),
    expectedShare: expectedShare(teams, format),
    reliability: Math.min(...teams.flat().map(({ reliability }) => reliability)),
  };
}
