import { type Discipline, type ParametersOf, sportParameters } from './parameters.ts';
import type { SportParameters } from './sports.ts';

/** What the model believes of a player: the expected strength, how unsure it is of it, and with whom it was compared. */
export interface Skill {
  /** The strength that the model expects, from about 0 to 50, and its standard deviation. */
  mu: number;
  /** The standard deviation of `mu`; newcomers have at most 25/3. */
  sigma: number;
  /** Tells players apart, as `playerId` makes it of their name: a whole number from 1 to 2^32; 0 if it is not known. */
  id: number;
  /** The group of players whose strengths were compared with each other, as the kernel packs it; 0 for a newcomer. */
  direction: number;
  /** The `id` of the player's usual partner; 0 without one. */
  partner: number;
  /** The part of what is unknown of the difference from that partner that is this player's, as a standard deviation of mu. */
  open: number;
}

/** Returns the `id` of a player of this name: its FNV-1a hash, and 1 more. */
export function playerId(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) + 1;
}

/**
 * Where a player starts about whom nothing is known. Where the strengths of a sport lie further apart
 * than its scale, `startingSkill` is less sure.
 */
export const STARTING_SKILL: Readonly<Pick<Skill, 'mu' | 'sigma'>> = { mu: 25, sigma: 25 / 3 };

const LOWEST_RATING = 2;

const HIGHEST_RATING = 8;

const STARTING_RATING = 3.5;

// How much mu carries a rating from the middle of the scale to about three quarters of it. Smaller,
// and strong players crowd together below 8; larger, and beginners' ratings hardly move.
const SPREAD = 12.5;

// The mu whose rating is the middle of the scale, so that the starting mu gives the starting rating.
const MIDDLE =
  STARTING_SKILL.mu -
  SPREAD * Math.log((STARTING_RATING - LOWEST_RATING) / (HIGHEST_RATING - STARTING_RATING));

/**
 * `R`: mu on the scale from 2.000 to 8.000, to three decimals. A logistic curve, so that no rating
 * leaves the scale, every win still counts near its ends, and a higher mu is never a lower rating.
 */
export function ratingOf(mu: number): number {
  const share = 1 / (1 + Math.exp(-(mu - MIDDLE) / SPREAD));
  return round(LOWEST_RATING + (HIGHEST_RATING - LOWEST_RATING) * share, 1_000);
}

/**
 * The share of the uncertainty of `STARTING_SKILL` (as a variance) that games have removed, to two
 * decimals: 0 as long as the model is less sure than that.
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
 * The skill that an `R` and a reliability stand for, as the API returns them: `ratingOf` and `reliabilityOf` the other
 * way round. The rounding of `R` is worth at most 0.002 of a probability but near the ends of the scale; a reliability of 0
 * may stand for a less certain skill where the strengths of a sport lie further apart than its scale is wide.
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

/** What a skill has besides mu and sigma if it is not known with whom the player played. */
export const UNCONNECTED = { id: 0, direction: 0, partner: 0, open: 0 } as const;

/** To a whole number of parts of one. */
function round(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}

const DAY = 24 * 60 * 60 * 1_000;

/** Times in milliseconds since 1970; null where it is not known when the player last played. */
interface Absence {
  sport: string;
  lastPlayed: number | null;
  at: number;
}

/**
 * How much the share of the first variance that is left grows with a day without a match. Strength
 * itself is as good a guess as before: absence lowers the reliability and never `R`.
 */
export function lossPerDay(sport: string, parametersOf: ParametersOf = sportParameters): number {
  // The same of every discipline, as a test of the rows says.
  const { driftPerDay, scaleSpread } = parametersOf(sport, 1);
  return (driftPerDay / scaleSpread) ** 2;
}

/** A reliability of the last match, at a later time: it falls by what the uncertainty grows by. */
export function reliabilityAfterAbsence(
  reliability: number,
  { sport, lastPlayed, at }: Absence,
  parametersOf: ParametersOf = sportParameters,
): number {
  if (lastPlayed === null || at <= lastPlayed) return reliability;
  // In the order in which the service's database computes it, so that both round alike.
  const left = reliability - lossPerDay(sport, parametersOf) * ((at - lastPlayed) / DAY);
  return Math.floor(Math.max(0, left) * 100 + 0.5) / 100;
}

/** How unsure the model is at a time of a skill that it was `sigma` unsure of after the last match. */
export function sigmaAfterAbsence(
  sigma: number,
  { sport, lastPlayed, at }: Absence,
  parametersOf: ParametersOf = sportParameters,
): number {
  if (lastPlayed === null || at <= lastPlayed) return sigma;
  const growth = lossPerDay(sport, parametersOf) * STARTING_SKILL.sigma ** 2;
  const grown = sigma * sigma + (growth * (at - lastPlayed)) / DAY;
  // A rating may rest on singles and doubles. With the narrower limit, absence would make the model surer of some.
  const limit = Math.max(
    startingSigma(parametersOf(sport, 1)),
    startingSigma(parametersOf(sport, 2)),
  );
  return Math.sqrt(Math.min(limit ** 2, grown));
}

/** How unsure the model is of a player of whom nothing is known. */
export function startingSigma({ startSpread, scaleSpread }: SportParameters): number {
  return STARTING_SKILL.sigma * (startSpread / scaleSpread);
}

/**
 * Where a player of whom nothing is known starts, in a match of teams of that size.
 * @param id That of the player (`playerId`).
 */
export function startingSkill(
  { sport, teamSize }: Discipline,
  id: number,
  parametersOf: ParametersOf = sportParameters,
): Skill {
  const sigma = startingSigma(parametersOf(sport, teamSize));
  return { mu: STARTING_SKILL.mu, sigma, ...UNCONNECTED, id };
}
