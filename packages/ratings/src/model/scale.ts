import { type ParametersOf, sportParameters } from './parameters.ts';

/** What the model believes of a player: the expected strength and how unsure it is of it. */
export interface Skill {
  mu: number;
  sigma: number;
}

/**
 * Where a player starts about whom nothing is known. Where the strengths of a sport lie further apart
 * than its scale, `startingSkill` is less sure.
 */
export const STARTING_SKILL: Readonly<Skill> = { mu: 25, sigma: 25 / 3 };

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
  };
}

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
    startingSkill(sport, 1, parametersOf).sigma,
    startingSkill(sport, 2, parametersOf).sigma,
  );
  return Math.sqrt(Math.min(limit ** 2, grown));
}

/** Where a player of whom nothing is known starts, in a match of teams of that size. */
export function startingSkill(
  sport: string,
  teamSize: number,
  parametersOf: ParametersOf = sportParameters,
): Skill {
  const { startSpread, scaleSpread } = parametersOf(sport, teamSize);
  return { mu: STARTING_SKILL.mu, sigma: STARTING_SKILL.sigma * (startSpread / scaleSpread) };
}
