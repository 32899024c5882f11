import { STARTING_SKILL } from './scale.ts';
import { sportParameters } from './sport-parameters.ts';
import { startingSkill } from './starting-skill.ts';

const DAY = 24 * 60 * 60 * 1_000;

/** Times in milliseconds since 1970; null where it is not known when the player last played. */
export interface Absence {
  sport: string;
  lastPlayed: number | null;
  at: number;
}

/**
 * How much the share of the first variance that is left grows with a day without a match. Strength
 * itself is as good a guess as before: absence lowers the reliability and never `R`.
 */
export function lossPerDay(sport: string): number {
  const { driftPerDay, scaleSpread } = sportParameters(sport);
  return (driftPerDay / scaleSpread) ** 2;
}

/** A reliability of the last match, at a later time: it falls by what the uncertainty grows by. */
export function reliabilityAfterAbsence(
  reliability: number,
  { sport, lastPlayed, at }: Absence,
): number {
  if (lastPlayed === null || at <= lastPlayed) return reliability;
  const left = reliability - (lossPerDay(sport) * (at - lastPlayed)) / DAY;
  return Math.floor(Math.max(0, left) * 100 + 0.5) / 100;
}

/** How unsure the model is at a time of a skill that it was `sigma` unsure of after the last match. */
export function sigmaAfterAbsence(sigma: number, { sport, lastPlayed, at }: Absence): number {
  if (lastPlayed === null || at <= lastPlayed) return sigma;
  const growth = lossPerDay(sport) * STARTING_SKILL.sigma ** 2;
  const grown = sigma * sigma + (growth * (at - lastPlayed)) / DAY;
  return Math.sqrt(Math.min(startingSkill(sport).sigma ** 2, grown));
}
