import { reliabilityAfterAbsence } from '../../ratings/domain/absence.ts';
import { currentModel } from '../../ratings/domain/rating-model.ts';
import type { PlayedSkill } from '../../ratings/domain/rating-states.ts';
import type { Skill } from '../../ratings/domain/scale.ts';

/** A skill as it is stored; without values where there is no rating. */
export interface StoredSkill {
  mu: number | null;
  sigma: number | null;
  lastPlayedAt: Date | null;
}

/** A rating in the bracket itself, with the reliability that the last match left. */
export interface StoredRating extends StoredSkill {
  reliability: number | null;
}

/** A skill, and how far it can be trusted. */
export interface EntrySkill extends Skill {
  reliability: number;
}

/**
 * The skill with which a player would enter a match of a sport at a time, as the model rates one. For
 * a player with a rating in the bracket the reliability is the one shown wherever that rating is read.
 */
export function entrySkill(
  { own, primary }: { own: StoredRating; primary: StoredSkill },
  { sport, at }: { sport: string; at: Date },
): EntrySkill {
  const moment = at.getTime();
  const skills = { own: toSkill(own), primary: toSkill(primary) };
  const skill = currentModel.skillAt(skills, sport, moment);
  if (own.reliability === null) {
    return { ...skill, reliability: currentModel.reliabilityOf(skill.sigma) };
  }
  const lastPlayed = own.lastPlayedAt?.getTime() ?? null;
  const absence = { sport, lastPlayed, at: moment };
  return { ...skill, reliability: reliabilityAfterAbsence(own.reliability, absence) };
}

function toSkill({ mu, sigma, lastPlayedAt }: StoredSkill): PlayedSkill | undefined {
  if (mu === null || sigma === null) return undefined;
  return { mu, sigma, lastPlayed: lastPlayedAt?.getTime() ?? null };
}
