import { currentModel } from '../../ratings/domain/rating-model.ts';
import type { Skill } from '../../ratings/domain/scale.ts';

/** What is stored of a player in a sport; null where there is no rating. */
export interface StoredSkill {
  /** In the bracket that is looked at. */
  mu: number | null;
  sigma: number | null;
  /** In the primary bracket. */
  primaryMu: number | null;
}

/** The skill with which a player would enter a match in the bracket now, as the model rates one. */
export function entrySkill({ mu, sigma, primaryMu }: StoredSkill): Skill {
  if (mu !== null && sigma !== null) return { mu, sigma };
  const { start } = currentModel;
  return { mu: primaryMu ?? start.mu, sigma: start.sigma };
}
