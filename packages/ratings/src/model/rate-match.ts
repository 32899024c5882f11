import { countWins, leadOf, type RatedGame, recordOf, weightOf } from './game-formats.ts';
import { joinGroups } from './groups.ts';
import { driftOf, type Kernel, load, logitsPerMu, newKernel } from './kernel.ts';
import { updatePair } from './pairs.ts';
import { type ParametersOf, sportParameters } from './parameters.ts';
import { type Skill, startingSigma } from './scale.ts';
import type { SportParameters } from './sports.ts';
import { sumUpTeams } from './sum-up-teams.ts';
import { weighSeveral, weighTwo } from './weigh.ts';

/** The data of a match that a rating needs, besides the skills of its players. */
export interface MatchToWeigh {
  sport: string;
  games: readonly RatedGame[];
}

/** A skill after a match. */
interface RatedSkill extends Skill {
  /** How far the player's mu moves for one logit that the team moves. */
  pull: number;
}

/** The skills after a match, and why they moved. */
export interface MatchRating {
  skills: RatedSkill[][];
  /** By team, in logits: how far the games moved its strength, before the limit of `recordOf`. */
  moved: number[];
}

const kernel = newKernel();

/** Rates the match in the kernel, in place. */
export type Weigh = (kernel: Kernel, match: MatchToWeigh) => void;

/** Returns a function that rates matches with these parameters. */
export function weighWith(parametersOf: ParametersOf): Weigh {
  return (into, { sport, games }) => weigh(into, games, parametersOf(sport, into.size));
}

const weighMatch = weighWith(sportParameters);

/**
 * Rates one match, with all its games together, from the skills with which its players enter it. A win never lowers a skill, and a
 * loss never raises one, whatever the model expected (`recordOf` decides who won). No match lowers the model's certainty about a
 * player.
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

/** Rates a match from its games and the parameters of their sport. */
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
      // A win can move the groups more than the player, but it must not lower a winner.
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

/** Returns how much of the unknown difference of the groups a match of two teams removed. */
function removedOf({ variance, apart, size }: Kernel, { groupSpread }: SportParameters): number {
  const spread = (variance[0] ?? 0) + (variance[1] ?? 0);
  return (groupSpread ** 2 * (spread - apart)) / (spread * spread * size);
}

/** Moves the teams, whose strengths are summed up, by the games. */
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
 * Returns by team and game, in logits, the effect of each game on the strength of the team, compared with the expectation before the
 * match. The effects of a team add up to its movement in the match.
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
    // The games share the form of the day, so together they count less than the sum of each game alone. If games contradict each
    // other, the sum does not show how much less they count; the curve at the expected result shows it.
    const damping = share > 0 && share <= 1 ? share : dampingAt(team, expected, sumOf(weights));
    const rest = (all - damping * sum) / games.length;
    return surprises.map((own) => damping * own + rest);
  });
}

/** Returns the lead that the model expects of a team over each other team. */
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

/** Returns the effect of the games on a team for a small movement. */
function dampingAt(team: number, expected: ReadonlyMap<number, number>, weight: number): number {
  const { teams, variance } = kernel;
  // With two teams, one falls as the other rises.
  const spread = teams === 2 ? (variance[0] ?? 0) + (variance[1] ?? 0) : (variance[team] ?? 0);
  const steepness = sumOf([...expected.values()].map((lead) => 1 - lead * lead)) / expected.size;
  return 1 / (1 + (spread * weight * steepness) / 4);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
