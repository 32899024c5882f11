import { type Discipline, type ParametersOf, sportParameters } from './parameters.ts';
import type { SportParameters } from './sports.ts';

/** What the model knows about a player: the strength, its uncertainty, and the comparisons with other players. */
export interface Skill {
  /** The strength that the model expects, from about 0 to 50, and its standard deviation. */
  mu: number;
  /** The standard deviation of `mu`; newcomers have at most 25/3. */
  sigma: number;
  /** The id of the player, which `playerId` computes from their name: an integer from 1 to 2^32; 0 if unknown. */
  id: number;
  /** The group of players whose strengths were compared with each other, as the kernel packs it; 0 for a newcomer. */
  direction: number;
  /** The `id` of the player's usual partner; 0 without one. */
  partner: number;
  /** This player's part of the open difference to that partner, as a standard deviation of mu. */
  open: number;
}

/** Returns the `id` of a player of this name: its FNV-1a hash plus 1. */
export function playerId(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) + 1;
}

/**
 * The skill of a player about whom nothing is known. If strengths in a sport differ more than its scale is wide, `startingSkill`
 * has a larger sigma.
 */
export const STARTING_SKILL: Readonly<Pick<Skill, 'mu' | 'sigma'>> = { mu: 25, sigma: 25 / 3 };

const LOWEST_RATING = 2;

const HIGHEST_RATING = 8;

const STARTING_RATING = 3.5;

// The mu that moves a rating from the middle of the scale to about three quarters of it. With a smaller value,
// strong players crowd together below 8; with a larger value, beginners' ratings hardly move.
const SPREAD = 12.5;

// The mu whose rating is the middle of the scale, so that the starting mu gives the starting rating.
const MIDDLE =
  STARTING_SKILL.mu -
  SPREAD * Math.log((STARTING_RATING - LOWEST_RATING) / (HIGHEST_RATING - STARTING_RATING));

/**
 * Returns `R`: mu on the scale from 2.000 to 8.000, with three decimals. The curve is logistic, so that no rating leaves the
 * scale, every win still counts near its ends, and a higher mu never gives a lower rating.
 */
export function ratingOf(mu: number): number {
  const share = 1 / (1 + Math.exp(-(mu - MIDDLE) / SPREAD));
  return round(LOWEST_RATING + (HIGHEST_RATING - LOWEST_RATING) * share, 1_000);
}

/**
 * Returns the share of the uncertainty of `STARTING_SKILL` (as a variance) that games have removed, with two decimals; 0 if
 * sigma is larger than that of `STARTING_SKILL`.
 */
export function reliabilityOf(sigma: number): number {
  return round(Math.max(0, 1 - (sigma / STARTING_SKILL.sigma) ** 2), 100);
}

/**
 * A rating with a lower reliability is provisional. In generated clubs, one in four of them is more than half a point from the
 * true strength; the guide to ratings has the figures.
 */
export const PROVISIONAL_BELOW = 0.5;

/**
 * Returns the skill of an `R` and a reliability that the API returned: the inverse of `ratingOf` and `reliabilityOf`. The rounding
 * of `R` changes a probability by at most 0.002, except near the ends of the scale. A reliability of 0 may stand for a larger sigma
 * in a sport whose strengths differ more than its scale is wide.
 */
export function skillOf({ rating, reliability }: { rating: number; reliability: number }): Skill {
  const edge = 0.0005;
  const bounded = Math.min(HIGHEST_RATING - edge, Math.max(LOWEST_RATING + edge, rating));
  return {
    mu: MIDDLE + SPREAD * Math.log((bounded - LOWEST_RATING) / (HIGHEST_RATING - bounded)),
    sigma: STARTING_SKILL.sigma * Math.sqrt(1 - reliability),
    ...UNCONNECTED,
  };
}

/** The other fields of a skill if it is unknown with whom the player played. */
export const UNCONNECTED = { id: 0, direction: 0, partner: 0, open: 0 } as const;

/** Rounds to a whole number of parts of one. */
function round(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}

const DAY = 24 * 60 * 60 * 1_000;

/** Times in milliseconds since 1970; null if it is unknown when the player last played. */
interface Absence {
  sport: string;
  lastPlayed: number | null;
  at: number;
}

/**
 * Returns how much the remaining share of the first variance grows in a day without a match. The estimate of the strength stays:
 * an absence lowers the reliability, but never `R`.
 */
export function lossPerDay(sport: string, parametersOf: ParametersOf = sportParameters): number {
  // The same for every discipline, which a test of the rows checks.
  const { driftPerDay, scaleSpread } = parametersOf(sport, 1);
  return (driftPerDay / scaleSpread) ** 2;
}

/** Returns the reliability at a time after the last match. It falls as the uncertainty grows. */
export function reliabilityAfterAbsence(
  reliability: number,
  { sport, lastPlayed, at }: Absence,
  parametersOf: ParametersOf = sportParameters,
): number {
  if (lastPlayed === null || at <= lastPlayed) return reliability;
  // Computed in the same order as in the service's database, so that both round the same way.
  const left = reliability - lossPerDay(sport, parametersOf) * ((at - lastPlayed) / DAY);
  return Math.floor(Math.max(0, left) * 100 + 0.5) / 100;
}

/** Returns the sigma at a time, of a skill that had `sigma` after the last match. */
export function sigmaAfterAbsence(
  sigma: number,
  { sport, lastPlayed, at }: Absence,
  parametersOf: ParametersOf = sportParameters,
): number {
  if (lastPlayed === null || at <= lastPlayed) return sigma;
  const growth = lossPerDay(sport, parametersOf) * STARTING_SKILL.sigma ** 2;
  const grown = sigma * sigma + (growth * (at - lastPlayed)) / DAY;
  // A rating may depend on singles and doubles. With the smaller limit, an absence would lower some sigmas.
  const limit = Math.max(
    startingSigma(parametersOf(sport, 1)),
    startingSigma(parametersOf(sport, 2)),
  );
  return Math.sqrt(Math.min(limit ** 2, grown));
}

/** Returns the sigma of a player about whom nothing is known. */
export function startingSigma({ startSpread, scaleSpread }: SportParameters): number {
  return STARTING_SKILL.sigma * (startSpread / scaleSpread);
}

/**
 * Returns the skill of a player about whom nothing is known, for a match with teams of this size.
 * @param id The id of the player (`playerId`).
 */
export function startingSkill(
  { sport, teamSize }: Discipline,
  id: number,
  parametersOf: ParametersOf = sportParameters,
): Skill {
  const sigma = startingSigma(parametersOf(sport, teamSize));
  return { mu: STARTING_SKILL.mu, sigma, ...UNCONNECTED, id };
}
