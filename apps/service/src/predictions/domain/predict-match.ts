import type { Schemas } from '@partner-rating/server';
import { currentModel } from '../../ratings/domain/rating-model.ts';
import type { Skill } from '../../ratings/domain/scale.ts';
import {
  expectedShare,
  type MatchFormat,
  winProbability,
} from '../../ratings/domain/win-probability.ts';

/** What is to be expected of a match; it can be trusted as far as the rating that is trusted least. */
export function predictMatch(
  teams: readonly (readonly Skill[])[],
  format: MatchFormat,
): Schemas.MatchPrediction {
  const reliabilities = teams.flat().map(({ sigma }) => currentModel.reliabilityOf(sigma));
  return {
    winProbability: winProbability(teams, format),
    expectedShare: expectedShare(teams, format),
    reliability: Math.min(...reliabilities),
  };
}
