import { type Skill, STARTING_SKILL } from './scale.ts';
import type { SportParameters } from './sports.ts';

/** The most teams of a match. */
export const MAX_TEAMS = 16;
export const MAX_TEAM_SIZE = 8;
/** The most players of a match. */
export const MAX_PLAYERS = MAX_TEAMS * MAX_TEAM_SIZE;

/** The arrays for one match, which the next match uses again. Rating a match therefore allocates nothing. */
export interface Kernel {
  teams: number;
  /** The number of players in a team. */
  size: number;
  /** By player, team after team: the skills before the match and, after `weigh`, those after it. */
  mu: Float64Array;
  sigma: Float64Array;
  id: Float64Array;
  direction: Float64Array;
  partner: Float64Array;
  open: Float64Array;
  /** By player: the covariance of their mu with the team's lead that comes from the unknown differences of groups and pairs. */
  common: Float64Array;
  /** By player: the square of the open difference to their usual partner, if they are opponents; otherwise 0. */
  opposed: Float64Array;
  /** By player: how far their mu moves for one logit that their team moves. */
  pull: Float64Array;
  /** By team, in logits: its strength, and the uncertainty of it, including the form of the day. */
  strength: Float64Array;
  variance: Float64Array;
  /** By team: the number of games it won. */
  wins: Float64Array;
  /** By team, in logits: how far the match moved its strength, and the uncertainty afterwards. */
  moved: Float64Array;
  remaining: Float64Array;
  /** For two teams: the uncertainty of the difference of their strengths after the match. */
  apart: number;
}

/** Returns an empty kernel. It holds one match at a time. */
export function newKernel(): Kernel {
  const byTeam = () => new Float64Array(MAX_TEAMS);
  const byPlayer = () => new Float64Array(MAX_PLAYERS);
  return {
    teams: 0,
    size: 0,
    mu: byPlayer(),
    sigma: byPlayer(),
    id: byPlayer(),
    direction: byPlayer(),
    partner: byPlayer(),
    open: byPlayer(),
    common: byPlayer(),
    opposed: byPlayer(),
    pull: byPlayer(),
    strength: byTeam(),
    variance: byTeam(),
    wins: byTeam(),
    moved: byTeam(),
    remaining: byTeam(),
    apart: 0,
  };
}

/**
 * Writes the players of a match into the kernel, with their skills before it.
 * @throws RangeError for teams that the model does not rate, which would give wrong skills without a message.
 */
export function load(kernel: Kernel, teams: readonly (readonly Skill[])[]): void {
  const size = teams[0]?.length ?? 0;
  const isRated =
    teams.length >= 2 && teams.length <= MAX_TEAMS && size >= 1 && size <= MAX_TEAM_SIZE;
  if (!isRated || teams.some((team) => team.length !== size)) {
    throw new RangeError(
      'A match has 2 to 16 teams of 1 to 8 players, all of the same size. ' +
        `This one has teams of ${teams.map((team) => team.length).join(', ')}.`,
    );
  }
  kernel.teams = teams.length;
  kernel.size = size;
  let player = 0;
  for (const team of teams) {
    for (const skill of team) {
      enter(kernel, player, skill);
      player += 1;
    }
  }
}

/** Writes one player into the kernel, team after team. */
export function enter(kernel: Kernel, player: number, skill: Skill): void {
  kernel.mu[player] = skill.mu;
  kernel.sigma[player] = skill.sigma;
  kernel.id[player] = skill.id;
  kernel.direction[player] = skill.direction;
  kernel.partner[player] = skill.partner;
  kernel.open[player] = skill.open;
}

/** Returns how many logits of strength one point of mu is. */
export function logitsPerMu({ scaleSpread }: SportParameters): number {
  return scaleSpread / STARTING_SKILL.sigma;
}

/** Returns what a match adds to the variance of a player's mu. */
export function driftOf(parameters: SportParameters): number {
  return (parameters.driftPerMatch / logitsPerMu(parameters)) ** 2;
}
