import { currentModel } from '../../ratings/domain/rating-model.ts';
import type { PlayedSkill } from '../../ratings/domain/rating-states.ts';
import type { Skill } from '../../ratings/domain/scale.ts';

/** A skill as it is stored; without values where there is no rating. */
export interface StoredSkill {
  mu: number | null;
  sigma: number | null;
  lastPlayedAt: Date | null;
}

/** The skill with which a player would enter a match of a sport at a time, as the model rates one. */
export function entrySkill(
  { own, primary }: { own: StoredSkill; primary: StoredSkill },
  { sport, at }: { sport: string; at: Date },
): Skill {
  const skills = { own: toSkill(own), primary: toSkill(primary) };
  return currentModel.skillAt(skills, sport, at.getTime());
}

function toSkill({ mu, sigma, lastPlayedAt }: StoredSkill): PlayedSkill | undefined {
  if (mu === null || sigma === null) return undefined;
  return { mu, sigma, lastPlayed: lastPlayedAt?.getTime() ?? null };
}
