import { decisiveness, type RatedGame } from './game-formats.ts';
import { load, newKernel } from './kernel.ts';
import { type ParametersOf, sportParameters } from './parameters.ts';
import { weighTeams } from './rate-match.ts';
import { type Skill, startingSigma } from './scale.ts';
import type { SportParameters } from './sports.ts';
import { sumUpTeams } from './sum-up-teams.ts';

// Beyond this, the result rounds to 0 or 1.
const LIMIT = 8.5;

const DENSITY_AT_MEAN = 1 / Math.sqrt(2 * Math.PI);

/**
 * Returns the share of a normal distribution below a number of standard deviations from its mean, by the series of Marsaglia,
 * "Evaluating the Normal Distribution" (2004), to the rounding of a double.
 */
export function normalShare(deviations: number): number {
  if (deviations <= -LIMIT) return 0;
  if (deviations >= LIMIT) return 1;
  const square = deviations * deviations;
  let term = deviations;
  let sum = deviations;
  for (let odd = 3, before = 0; sum !== before; odd += 2) {
    before = sum;
    term *= square / odd;
    sum += term;
  }
  return 0.5 + sum * DENSITY_AT_MEAN * Math.exp(-square / 2);
}

/** The lead of a team, in logits, and its uncertainty. */
export interface Lead {
  /** The expected lead, 0 or more. */
  lead: number;
  /** The standard deviation of the lead, including the form of the day. */
  spread: number;
  /** How many logits of the probability to win a game follow from one logit of lead. */
  slope: number;
  bestOf: number;
}

// The range of the integral around the mean, in standard deviations, and its largest step.
const MAX_DISTANCE = 6;

const MAX_STEP = 0.5;

// On a logistic curve, the error of the trapezoidal rule is about exp(-2 pi^2 / (steepness * step)).
const STEP_OF_STEEPNESS = 0.8;

// A steeper curve needs more points, and each point has a term for each game that wins the match. Above this number, the narrow
// rise of the curve is integrated instead, with about thirty points. No usual format needs as many: best of five sets of tennis
// between unknown players has 53.
const MAX_TERMS = 60;

// The rise is negligible beyond a point that is this much lower than its middle.
const LOWEST_DENSITY = 1e-11;

/**
 * Returns the probability to win: the mean over the possible leads of the team, which all games share. Its cost is bounded for every
 * format.
 */
export function chanceOfLead(lead: Lead): number {
  const steepness = lead.slope * lead.spread * Math.sqrt(lead.bestOf);
  const isSteep = steepness * gamesNeeded(lead.bestOf) > MAX_TERMS;
  const chance = isSteep ? meanOverRise(lead) : meanOverLead(lead, steepness);
  return Math.min(1, chance);
}

/** Integrates the probability at each lead over the normal distribution of the lead. */
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
 * Computes the same integral by parts: the share of higher leads, over the rise of the probability. The derivative of the probability
 * to win a match with respect to that to win a game, p, is proportional to (p (1 - p)) to the power of one less than the games
 * needed. The derivative of p with respect to its logit is p (1 - p).
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

/** The format of a match, as far as the probability to win depends on it. */
export interface MatchFormat {
  /** The code of a sport (`sports`). */
  sport: string;
  /** The points that win a game. */
  winScore: number;
  /** The lead that a winner needs. */
  winBy: number;
  /** The most games that can be played; the winner of more than half of them wins the match. Odd. */
  bestOf: number;
}

const kernel = newKernel();

/**
 * Returns the probability of each team to win the match, in the order of the teams. The probabilities sum to 1. Predictions,
 * balance, explanations, and the backtest all use it. With more than two teams, it is the probability to win one game, because
 * `bestOf` does not define which of them wins the match.
 */
export function winProbability(
  teams: readonly (readonly Skill[])[],
  format: MatchFormat,
  parametersOf: ParametersOf = sportParameters,
): number[] {
  const parameters = enter(teams, format.sport, parametersOf);
  return probabilities(decisiveness(format, parameters), format.bestOf);
}

/**
 * Returns the probability of each team to win the next game, after some games of the match. These games show the strengths and the form
 * of the day, and in some sports, the winner of the last game is more likely to win the next one. The winner of a match is
 * predicted equally well without this, to the fourth decimal of the log loss.
 */
export function nextGameProbability(
  teams: readonly (readonly Skill[])[],
  format: MatchFormat,
  played: readonly RatedGame[],
  parametersOf: ParametersOf = sportParameters,
): number[] {
  const parameters = enter(teams, format.sport, parametersOf);
  learn(played, parameters);
  return probabilities(decisiveness(format, parameters), 1);
}

/** Returns the share of the games that each team is expected to win. The shares sum to 1. */
export function expectedShare(
  teams: readonly (readonly Skill[])[],
  format: MatchFormat,
  parametersOf: ParametersOf = sportParameters,
): number[] {
  const parameters = enter(teams, format.sport, parametersOf);
  return probabilities(decisiveness(format, parameters), 1);
}

/**
 * Returns the share of the points that each team is expected to score. The shares sum to 1. If the games end with these leads, the
 * match moves no rating.
 */
export function expectedPointShare(
  teams: readonly (readonly Skill[])[],
  sport: string,
  parametersOf: ParametersOf = sportParameters,
): number[] {
  enter(teams, sport, parametersOf);
  const strengths = kernel.strength.subarray(0, kernel.teams);
  const strongest = strengths.reduce((max, own) => Math.max(max, own));
  // The strongest team wins a game to 1, with the lead that the model expects (`game-formats.ts`).
  const points = Array.from(strengths, (own) => 1 - Math.tanh((strongest - own) / 2));
  const all = points.reduce((sum, own) => sum + own, 0);
  return points.map((own) => own / all);
}

/** The lead of the first team over the others, and its uncertainty. */
export interface KnownLead {
  /** In logits. With three or more teams, compared with the mean of the others. */
  lead: number;
  /** In logits squared, without the form of the day. With three or more teams, the average over two teams. */
  variance: number;
  /** From 0, a first guess, to 1: the share of the newcomers' variance that matches removed. */
  reliability: number;
}

/**
 * Returns what the model knows about the difference of teams. For two teams, it includes the unknown difference of groups that
 * hardly met, and of partners who usually play together.
 */
export function knownLead(
  teams: readonly (readonly Skill[])[],
  sport: string,
  parametersOf: ParametersOf = sportParameters,
): KnownLead {
  const parameters = enter(teams, sport, parametersOf);
  const { strength } = kernel;
  const others = strength.subarray(1, kernel.teams).reduce((sum, own) => sum + own, 0);
  const lead = (strength[0] ?? 0) - others / (kernel.teams - 1);
  const variance = meanVariance(parameters);
  kernel.sigma.fill(startingSigma(parameters), 0, kernel.teams * kernel.size);
  kernel.direction.fill(0);
  kernel.partner.fill(0);
  sumUpTeams(kernel, parameters);
  return { lead, variance, reliability: Math.max(0, 1 - variance / meanVariance(parameters)) };
}

/** Returns the variance of the difference of two teams, without the form of the day. */
function meanVariance({ form }: SportParameters): number {
  const { teams, variance } = kernel;
  const sum = variance.subarray(0, teams).reduce((total, own) => total + own, 0);
  return (2 / teams) * sum - form ** 2;
}

function enter(
  teams: readonly (readonly Skill[])[],
  sport: string,
  parametersOf: ParametersOf,
): SportParameters {
  load(kernel, teams);
  const parameters = parametersOf(sport, kernel.size);
  sumUpTeams(kernel, parameters);
  return parameters;
}

function learn(played: readonly RatedGame[], parameters: SportParameters): void {
  const { teams, strength, variance, moved, remaining } = kernel;
  weighTeams(kernel, played, parameters);
  for (let team = 0; team < teams; team += 1) {
    strength[team] = (strength[team] ?? 0) + (moved[team] ?? 0);
    variance[team] = teams === 2 ? kernel.apart / 2 : (remaining[team] ?? 0);
  }
  if (teams !== 2) return;
  const [first = 0, second = 0] = played.at(-1)?.scores ?? [];
  // Half for each team, so that the order of the teams changes no bit.
  const ahead = (parameters.momentum * Math.sign(first - second)) / 2;
  strength[0] = (strength[0] ?? 0) + ahead;
  strength[1] = (strength[1] ?? 0) - ahead;
}

function probabilities(slope: number, bestOf: number): number[] {
  return kernel.teams === 2 ? ofTwo(slope, bestOf) : ofSeveral(slope);
}

/** Returns the mean over the possible strengths and forms of the day, which all games share. */
function ofTwo(slope: number, bestOf: number): number[] {
  const { strength, variance } = kernel;
  const ahead = (strength[0] ?? 0) - (strength[1] ?? 0);
  const spread = Math.sqrt((variance[0] ?? 0) + (variance[1] ?? 0));
  const better = ahead === 0 ? 0.5 : chanceOfLead({ lead: Math.abs(ahead), spread, slope, bestOf });
  return ahead < 0 ? [1 - better, better] : [better, 1 - better];
}

function ofSeveral(slope: number): number[] {
  const { teams, strength, variance } = kernel;
  const strengths = strength.subarray(0, teams);
  const spread = (2 / teams) * variance.subarray(0, teams).reduce((sum, own) => sum + own, 0);
  const scale = slope / Math.sqrt(1 + (slope * slope * spread * Math.PI) / 8);
  const strongest = strengths.reduce((max, own) => Math.max(max, own));
  const weights = Array.from(strengths, (own) => Math.exp(scale * (own - strongest)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** Returns the probability to win more than half of the games, if each is won with the same probability. */
export function bestOfProbability(game: number, bestOf: number): number {
  if (bestOf === 1) return game;
  const needed = gamesNeeded(bestOf);
  let ways = 1;
  let sum = 0;
  for (let lost = 0; lost < needed; lost += 1) {
    sum += ways * (1 - game) ** lost;
    ways = (ways * (needed + lost)) / (lost + 1);
  }
  return sum * game ** needed;
}

/** Returns how many games win a match. */
function gamesNeeded(bestOf: number): number {
  return (bestOf + 1) / 2;
}
