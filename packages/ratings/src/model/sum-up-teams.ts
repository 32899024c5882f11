import { measureGroups } from './groups.ts';
import {
  driftOf,
  type Kernel,
  load,
  logitsPerMu,
  MAX_PLAYERS,
  MAX_TEAM_SIZE,
  newKernel,
} from './kernel.ts';
import { measurePairs } from './pairs.ts';
import { type Skill, STARTING_SKILL } from './scale.ts';
import type { SportParameters } from './sports.ts';

/**
 * Sums the players up to teams. Two players of strength s have a strength of √2 s together, so that pairs differ in doubles as much
 * as single players of the same strengths do in singles.
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
  kernel.common.fill(0, 0, teams * size);
  kernel.opposed.fill(0, 0, teams * size);
  if (teams === 2) addUnknown(kernel, parameters);
}

const ofGroups = new Float64Array(MAX_PLAYERS);
const ofPairs = new Float64Array(MAX_PLAYERS);

/** Adds the uncertainty about the groups of two teams, and about partners who meet as opponents. */
function addUnknown(kernel: Kernel, parameters: SportParameters): void {
  const { size, common, variance } = kernel;
  const perMu = logitsPerMu(parameters);
  const share = 1 / Math.sqrt(size);
  const group = parameters.groupSpread ** 2;
  ofPairs.fill(0, 0, 2 * size);
  const groups = group * measureGroups(kernel, ofGroups);
  const pairs = perMu * perMu * measurePairs(kernel, ofPairs);
  for (let player = 0; player < 2 * size; player += 1) {
    const ofGroup = (group * (ofGroups[player] ?? 0)) / perMu;
    common[player] = share * (ofGroup + perMu * (ofPairs[player] ?? 0));
  }
  // Half for each team, so that the order of the teams changes no bit.
  const unknown = (groups + pairs) / (2 * size);
  variance[0] = (variance[0] ?? 0) + unknown;
  variance[1] = (variance[1] ?? 0) + unknown;
}

const sorted = new Float64Array(MAX_TEAM_SIZE);

// A floating-point sum depends on the order of its terms, but the order of a team's players must not matter.
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

const own = newKernel();

/** The uncertainty about the difference of two players besides their own strengths, as a variance in logits. */
export interface UnknownBetween {
  groups: number;
  /** For players who usually are partners. */
  pair: number;
}

/** Returns the uncertainty about the difference of two players who meet as opponents. */
export function unknownBetween(
  one: Skill,
  other: Skill,
  parameters: SportParameters,
): UnknownBetween {
  load(own, [[one], [other]]);
  ofPairs.fill(0, 0, 2);
  const groups = measureGroups(own, ofGroups);
  const pair = measurePairs(own, ofPairs);
  return {
    groups: parameters.groupSpread ** 2 * groups,
    pair: logitsPerMu(parameters) ** 2 * pair,
  };
}

/** Returns players with the groups that newcomers get in a match among all of them. The number of players is even. */
export function withGroups(players: readonly Skill[]): Skill[] {
  load(own, [players.slice(0, players.length / 2), players.slice(players.length / 2)]);
  measureGroups(own, ofGroups);
  return players.map((player, index) => ({ ...player, direction: own.direction[index] ?? 0 }));
}
