import { countWins, leadOf, type RatedGame, recordOf, weightOf } from './game-formats.ts';
import { joinGroups } from './groups.ts';
import { driftOf, type Kernel, load, logitsPerMu, newKernel } from './kernel.ts';
import { updatePair } from './pairs.ts';
import { type ParametersOf, sportParameters } from './parameters.ts';
import { type Skill, startingSigma } from './scale.ts';
import type { SportParameters } from './sports.ts';
import { sumUpTeams } from './sum-up-teams.ts';
import { weighSeveral, weighTwo } from './weigh.ts';

/** What a match is rated by, besides the skills of its players. */
export interface MatchToWeigh {
  sport: string;
  games: readonly RatedGame[];
}

/** A skill as a match left it. */
interface RatedSkill extends Skill {
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

/** Returns how matches are rated with these parameters. */
export function weighWith(parametersOf: ParametersOf): Weigh {
  return (into, { sport, games }) => weigh(into, games, parametersOf(sport, into.size));
}

const weighMatch = weighWith(sportParameters);

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
    id: kernel.id[player] ?? 0,
    direction: kernel.direction[player] ?? 0,
    partner: kernel.partner[player] ?? 0,
    open: kernel.open[player] ?? 0,
    pull: kernel.pull[player] ?? 0,
  };
}

/** The same from the games and the parameters of their sport. */
function weigh(into: Kernel, games: readonly RatedGame[], parameters: SportParameters): void {
  const { teams, size, mu, sigma, id, pull, common, variance, wins, moved, remaining } = into;
  sumUpTeams(into, parameters);
  weighTeams(into, games, parameters);
  countWins(games, wins, teams);

  const perMu = logitsPerMu(parameters) / Math.sqrt(size);
  const drift = driftOf(parameters);
  const limit = startingSigma(parameters) ** 2 / 2;
  for (let team = 0; team < teams; team += 1) {
    const spread = variance[team] ?? 0;
    const move = limited(moved[team] ?? 0, recordOf(wins, teams, team));
    const learnt = (perMu / spread) ** 2 * (spread - (remaining[team] ?? 0));
    const first = team * size;
    for (let player = first; player < first + size; player += 1) {
      const before = sigma[player] ?? 0;
      const own = before * before + drift;
      // A win of an opponent's group may say more of it than of the player, and must not lower a winner.
      pull[player] = Math.max(0, own * perMu + (common[player] ?? 0)) / spread;
      mu[player] = (mu[player] ?? 0) + (pull[player] ?? 0) * move;
      const removed = own * own * learnt;
      sigma[player] = Math.min(before, Math.sqrt(own - removed));
      const mate = size === 2 ? (id[2 * first + 1 - player] ?? 0) : 0;
      updatePair(into, player, { mate, own, removed, limit });
    }
  }
  if (teams === 2) joinGroups(into, removedOf(into, parameters));
}

/** How much of what was unknown of the groups' difference a match of two teams removed. */
function removedOf({ variance, apart, size }: Kernel, { groupSpread }: SportParameters): number {
  const spread = (variance[0] ?? 0) + (variance[1] ?? 0);
  return (groupSpread ** 2 * (spread - apart)) / (spread * spread * size);
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

/**
 * By team and game, in logits: what each game says of the strength of the team, against what was expected before the
 * match. For each team it adds up to what the match moved it by.
 * @param moved By team, in logits, before the limit (`MatchRating`).
 */
export function evidenceOfGames(
  teams: readonly (readonly Skill[])[],
  { sport, games }: MatchToWeigh,
  moved: readonly number[],
  parametersOf: ParametersOf = sportParameters,
): number[][] {
  load(kernel, teams);
  const parameters = parametersOf(sport, kernel.size);
  sumUpTeams(kernel, parameters);
  const weights = games.map((game) => weightOf(game, parameters));
  return teams.map((_, team) => {
    const expected = expectedLeads(team);
    const surprises = games.map((game, index) => {
      const weight = ((kernel.variance[team] ?? 0) * (weights[index] ?? 0)) / 2;
      return weight * meanSurprise(team, game, expected);
    });
    const sum = sumOf(surprises);
    const all = moved[team] ?? 0;
    const share = all / sum;
    // The games share the form of the day, so together they say less than each of them does by itself. Where their
    // sum does not show how much less, as where they say the opposite, the curve at what was expected does.
    const damping = share > 0 && share <= 1 ? share : dampingAt(team, expected, sumOf(weights));
    const rest = (all - damping * sum) / games.length;
    return surprises.map((own) => damping * own + rest);
  });
}

/** The lead that the model expects of a team over each other team. */
function expectedLeads(team: number): Map<number, number> {
  const { teams, strength } = kernel;
  const leads = new Map<number, number>();
  for (let other = 0; other < teams; other += 1) {
    const ahead = (strength[team] ?? 0) - (strength[other] ?? 0);
    if (other !== team) leads.set(other, Math.tanh(ahead / 2));
  }
  return leads;
}

function meanSurprise(
  team: number,
  game: RatedGame,
  expected: ReadonlyMap<number, number>,
): number {
  return (
    sumOf([...expected].map(([other, lead]) => leadOf(game, team, other) - lead)) / expected.size
  );
}

/** How much of what the games say moves a team by a little. */
function dampingAt(team: number, expected: ReadonlyMap<number, number>, weight: number): number {
  const { teams, variance } = kernel;
  // Of two teams the one falls as the other rises.
  const spread = teams === 2 ? (variance[0] ?? 0) + (variance[1] ?? 0) : (variance[team] ?? 0);
  const steepness = sumOf([...expected.values()].map((lead) => 1 - lead * lead)) / expected.size;
  return 1 / (1 + (spread * weight * steepness) / 4);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
