import type { RatedGame } from './evidence.ts';
import { driftOf, type Kernel, load, logitsPerMu, newKernel, sumUpTeams } from './kernel.ts';
import { countWins, recordOf } from './records.ts';
import type { Skill } from './scale.ts';
import { type SportParameters, sportParameters } from './sport-parameters.ts';
import { weighSeveral } from './weigh-several.ts';
import { weighTwo } from './weigh-two.ts';

/** What a match is rated by, besides the skills of its players. */
export interface MatchToWeigh {
  sport: string;
  games: readonly RatedGame[];
}

/** A skill as a match left it. */
export interface RatedSkill extends Skill {
  /** How far the player's mu goes with a logit that the team moves. */
  pull: number;
}

/** Skills as a match left them, and why they moved. */
export interface MatchRating {
  skills: RatedSkill[][];
  /** By team, in logits: how far the games moved its strength, before the limit of `recordOf`. */
  moved: number[];
}

const kernel = newKernel();

/** Rates the match whose players are in the kernel, in place. */
export type Weigh = (kernel: Kernel, match: MatchToWeigh) => void;

export const weighMatch: Weigh = (into, { sport, games }) => {
  weigh(into, games, sportParameters(sport));
};

/**
 * Rates one match, all its games together, from the skills its players enter it with. A win never
 * lowers a skill and a loss never raises one, whatever was expected (`recordOf` says whose it is); no
 * match makes the model less sure of a player.
 */
export function rateMatch(
  teams: readonly (readonly Skill[])[],
  match: MatchToWeigh,
  weighIn: Weigh = weighMatch,
): MatchRating {
  load(kernel, teams);
  weighIn(kernel, match);
  return {
    skills: teams.map((team, index) => team.map((_, position) => skillAt(index, position))),
    moved: teams.map((_, index) => kernel.moved[index] ?? 0),
  };
}

function skillAt(team: number, position: number): RatedSkill {
  const player = team * kernel.size + position;
  return {
    mu: kernel.mu[player] ?? 0,
    sigma: kernel.sigma[player] ?? 0,
    pull: kernel.pull[player] ?? 0,
  };
}

/** The same from the games and the parameters of their sport. */
export function weigh(
  into: Kernel,
  games: readonly RatedGame[],
  parameters: SportParameters,
): void {
  const { teams, size, mu, sigma, pull, variance, wins, moved, remaining } = into;
  sumUpTeams(into, parameters);
  weighTeams(into, games, parameters);
  countWins(games, wins, teams);

  const perMu = logitsPerMu(parameters) / Math.sqrt(size);
  const drift = driftOf(parameters);
  for (let team = 0; team < teams; team += 1) {
    const spread = variance[team] ?? 0;
    const move = limited(moved[team] ?? 0, recordOf(wins, teams, team));
    const learnt = (perMu / spread) ** 2 * (spread - (remaining[team] ?? 0));
    for (let player = team * size; player < (team + 1) * size; player += 1) {
      const before = sigma[player] ?? 0;
      const own = before * before + drift;
      pull[player] = (own * perMu) / spread;
      mu[player] = (mu[player] ?? 0) + (pull[player] ?? 0) * move;
      sigma[player] = Math.min(before, Math.sqrt(own * (1 - own * learnt)));
    }
  }
}

/** What the games say of the teams, whose strengths are summed up. */
export function weighTeams(
  into: Kernel,
  games: readonly RatedGame[],
  parameters: SportParameters,
): void {
  if (into.teams === 2) weighTwo(into, games, parameters);
  else weighSeveral(into, games, parameters);
}

function limited(move: number, record: -1 | 0 | 1): number {
  if (record === 1) return Math.max(0, move);
  return record === -1 ? Math.min(0, move) : move;
}
