import { bestOfProbability, gamesNeeded } from './best-of.ts';
import { normalShare } from './normal-share.ts';

/** How far a team is ahead, in logits, and what becomes of that. */
export interface Lead {
  /** How far it is expected to be ahead, 0 or more. */
  lead: number;
  /** How unsure that is (standard deviation); the form of the day is part of it. */
  spread: number;
  /** How many logits of the chance to win a game come of one logit that it is ahead. */
  slope: number;
  bestOf: number;
}

// How far from the mean the integral goes, in standard deviations, and in what steps at most.
const MAX_DISTANCE = 6;
const MAX_STEP = 0.5;
// The trapezoidal rule is exact but for about exp(-2 pi^2 / (steepness * step)) on a logistic curve.
const STEP_OF_STEEPNESS = 0.8;
// The steeper the curve, the more points it takes, and each of them a term for each game that wins the match. From so
// many on the rise of the curve, which is narrow then, is integrated in its place, by some thirty points. No usual
// format comes near, with players of whom nothing is known either: best of five sets of tennis has 53.
const MAX_TERMS = 60;
// What is left of the rise beyond a point this much lower than its middle is nothing.
const LOWEST_DENSITY = 1e-11;

/**
 * The chance to win, as a mean over how far the team may really be ahead, which all games share. What it costs
 * is bounded, whatever is played for.
 */
export function chanceOfLead(lead: Lead): number {
  const steepness = lead.slope * lead.spread * Math.sqrt(lead.bestOf);
  const isSteep = steepness * gamesNeeded(lead.bestOf) > MAX_TERMS;
  const chance = isSteep ? meanOverRise(lead) : meanOverLead(lead, steepness);
  return Math.min(1, chance);
}

/** The integral of the chance at each lead, over the normal distribution of the lead. */
function meanOverLead({ lead, spread, slope, bestOf }: Lead, steepness: number): number {
  const at = (difference: number) =>
    bestOfProbability(1 / (1 + Math.exp(-slope * difference)), bestOf);
  const step = Math.min(MAX_STEP, STEP_OF_STEEPNESS / steepness);
  let sum = at(lead);
  let weights = 1;
  for (let distance = step; distance < MAX_DISTANCE; distance += step) {
    const weight = Math.exp((-distance * distance) / 2);
    sum += weight * (at(lead + spread * distance) + at(lead - spread * distance));
    weights += 2 * weight;
  }
  return sum / weights;
}

/**
 * The same by parts: the integral of the share of leads that are higher, over the rise of the chance. The
 * derivative of the chance to win a match in that to win a game, p, is as (p (1 - p)) to the power of one game
 * less than it takes, and that of p in logits is p (1 - p).
 */
function meanOverRise({ lead, spread, slope, bestOf }: Lead): number {
  const needed = gamesNeeded(bestOf);
  const step = STEP_OF_STEEPNESS / Math.sqrt(bestOf);
  const logit = slope * spread;
  const middle = lead / spread;
  let sum = normalShare(middle);
  let weights = 1;
  for (let distance = step; ; distance += step) {
    const game = 1 / (1 + Math.exp(distance));
    const weight = (4 * game * (1 - game)) ** needed;
    if (weight < LOWEST_DENSITY) return sum / weights;
    const apart = distance / logit;
    sum += weight * (normalShare(middle + apart) + normalShare(middle - apart));
    weights += 2 * weight;
  }
}
