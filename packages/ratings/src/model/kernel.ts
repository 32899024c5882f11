import { type Skill, STARTING_SKILL } from './scale.ts';
import type { SportParameters } from './sports.ts';

/** The most teams of a match. */
export const MAX_TEAMS = 16;
const MAX_TEAM_SIZE = 8;
/** The most players of a match. */
export const MAX_PLAYERS = MAX_TEAMS * MAX_TEAM_SIZE;

/** The arrays of one match, used again for the next one: rating a match allocates nothing. */
export interface Kernel {
  teams: number;
  /** Players a team. */
  size: number;
  /** By player, team after team: as they enter the match and, once it is weighed, as they leave it. */
  mu: Float64Array;
  sigma: Float64Array;
  /** By player: how far their mu goes with a logit that their team moves. */
  pull: Float64Array;
  /** By team, in logits: its strength, and how unsure that is, the form of the day included. */
  strength: Float64Array;
  variance: Float64Array;
  /** By team: the games it won. */
  wins: Float64Array;
  /** By team, in logits: what the match moved its strength by, and how unsure it is afterwards. */
  moved: Float64Array;
  remaining: Float64Array;
  /** For two teams, how unsure the difference of their strengths is after the match. */
  apart: number;
}

/** Returns an empty kernel, for one match at a time. */
export function newKernel(): Kernel {
  const byTeam = () => new Float64Array(MAX_TEAMS);
  const byPlayer = () => new Float64Array(MAX_PLAYERS);
  return {
    teams: 0,
    size: 0,
    mu: byPlayer(),
    sigma: byPlayer(),
    pull: byPlayer(),
    strength: byTeam(),
    variance: byTeam(),
    wins: byTeam(),
    moved: byTeam(),
    remaining: byTeam(),
    apart: 0,
  };
}

/** Puts the players of a match into the kernel, as they enter it. */
export function load(kernel: Kernel, teams: readonly (readonly Skill[])[]): void {
  kernel.teams = teams.length;
  kernel.size = teams[0]?.length ?? 0;
  let player = 0;
  for (const team of teams) {
    for (const { mu, sigma } of team) {
      kernel.mu[player] = mu;
      kernel.sigma[player] = sigma;
      player += 1;
    }
  }
}

/** How many logits of strength one point of mu is. */
export function logitsPerMu({ scaleSpread }: SportParameters): number {
  return scaleSpread / STARTING_SKILL.sigma;
}

/** What playing a match adds to the variance of a player's mu. */
export function driftOf(parameters: SportParameters): number {
  return (parameters.driftPerMatch / logitsPerMu(parameters)) ** 2;
}

/**
 * Sums the players up to teams. Two players of strength s are together worth √2 s: by themselves they
 * play singles as far apart as pairs of them play doubles.
 */
export function sumUpTeams(kernel: Kernel, parameters: SportParameters): void {
  const { teams, size, mu, sigma, strength, variance } = kernel;
  const logits = logitsPerMu(parameters) / Math.sqrt(size);
  const drift = size * driftOf(parameters);
  for (let team = 0; team < teams; team += 1) {
    const first = team * size;
    const spread = sumInOrder(sigma, first, size, 2);
    strength[team] = logits * (sumInOrder(mu, first, size, 1) - size * STARTING_SKILL.mu);
    variance[team] = logits * logits * (spread + drift) + parameters.form ** 2 / 2;
  }
}

const sorted = new Float64Array(MAX_TEAM_SIZE);

// Floating point adds up otherwise in another order, and the order of a team's players must not matter.
function sumInOrder(values: Float64Array, first: number, count: number, power: 1 | 2): number {
  for (let index = 0; index < count; index += 1) {
    const value = values[first + index] ?? 0;
    let position = index;
    for (; position > 0 && (sorted[position - 1] ?? 0) > value; position -= 1) {
      sorted[position] = sorted[position - 1] ?? 0;
    }
    sorted[position] = value;
  }
  let sum = 0;
  for (let index = 0; index < count; index += 1) sum += (sorted[index] ?? 0) ** power;
  return sum;
}
