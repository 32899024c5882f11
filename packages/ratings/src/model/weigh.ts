import { leadOf, type RatedGame, weightOf } from './game-formats.ts';
import { type Kernel, MAX_TEAMS } from './kernel.ts';
import type { SportParameters } from './sports.ts';

/**
 * Moves the strengths of two teams to the most likely values, given the beliefs before the match and the leads of the games: the
 * mode of the posterior, whose curvature is the new uncertainty. The games share the form of the day, so several games in one match
 * count less than in as many matches.
 */
export function weighTwo(
  kernel: Kernel,
  games: readonly RatedGame[],
  parameters: SportParameters,
): void {
  const { strength, variance, moved, remaining } = kernel;
  const before = (strength[0] ?? 0) - (strength[1] ?? 0);
  const spread = (variance[0] ?? 0) + (variance[1] ?? 0);
  let weight = 0;
  let lead = 0;
  for (const game of games) {
    const worth = weightOf(game, parameters);
    weight += worth;
    lead += worth * leadOf(game, 0, 1);
  }
  const after = posteriorMode(before, spread, weight, lead);
  const expected = Math.tanh(after / 2);
  const left = spread / (1 + (spread * weight * (1 - expected * expected)) / 4);
  kernel.apart = left;
  for (let team = 0; team < 2; team += 1) {
    const share = (variance[team] ?? 0) / spread;
    moved[team] = (team === 0 ? share : -share) * (after - before);
    remaining[team] = (variance[team] ?? 0) - share * share * (spread - left);
  }
}

const STEPS = 60;

const CLOSE_ENOUGH_OF_TWO = 1e-13;

/**
 * Returns the x for which (x - before) / spread = (lead - weight * tanh(x / 2)) / 2, by Newton's method between bounds that shrink.
 * If a step leaves the bounds, or the steps do not shrink, the bounds are halved. Every term changes its sign with the order of the
 * teams, so the result does too, bit for bit.
 */
function posteriorMode(before: number, spread: number, weight: number, lead: number): number {
  const pull = (x: number) => (spread * (lead - weight * Math.tanh(x / 2))) / 2;
  const far = before + pull(before);
  let low = Math.min(before, far);
  let high = Math.max(before, far);
  let x = before;
  let width = Number.POSITIVE_INFINITY;
  for (let step = 0; step < STEPS && high - low > CLOSE_ENOUGH_OF_TWO; step += 1) {
    const expected = Math.tanh(x / 2);
    const off = x - before - pull(x);
    if (off === 0) return x;
    if (off > 0) high = x;
    else low = x;
    const slope = 1 + (spread * weight * (1 - expected * expected)) / 4;
    const next = x - off / slope;
    const last = width;
    width = Math.abs(next - x);
    if (width < CLOSE_ENOUGH_OF_TWO) return next;
    x = next > low && next < high && width <= last / 2 ? next : (low + high) / 2;
  }
  return x;
}

const ROUNDS = 400;

const CLOSE_ENOUGH = 1e-12;

const order: number[] = [];

const now = new Float64Array(MAX_TEAMS);

const next = new Float64Array(MAX_TEAMS);

// By two teams: the weighted sum of the leads of one over the other in all games.
const leads = new Float64Array(MAX_TEAMS * MAX_TEAMS);

/**
 * Does the same for three or more teams. Each team is compared with every other, and all comparisons together count for a team as
 * much as one game against one opponent. The steps towards the most likely strengths cannot overshoot.
 */
export function weighSeveral(
  kernel: Kernel,
  games: readonly RatedGame[],
  parameters: SportParameters,
): void {
  const { teams, strength, variance, moved, remaining } = kernel;
  sortTeams(kernel, games);
  const share = 1 / (teams - 1);
  const weight = sumLeads(teams, games, parameters);
  for (let team = 0; team < teams; team += 1) now[team] = strength[team] ?? 0;

  for (let round = 0, far = 1; round < ROUNDS && far > CLOSE_ENOUGH; round += 1) {
    far = 0;
    for (const team of order) {
      const own = now[team] ?? 0;
      let pull = 0;
      for (const other of order) {
        if (other === team) continue;
        const expected = Math.tanh((own - (now[other] ?? 0)) / 2);
        pull += (leads[team * MAX_TEAMS + other] ?? 0) - weight * expected;
      }
      const off = (share * pull) / 2 - (own - (strength[team] ?? 0)) / (variance[team] ?? 1);
      const step = off / (1 / (variance[team] ?? 1) + weight / 2);
      next[team] = own + step;
      far = Math.max(far, Math.abs(step));
    }
    now.set(next);
  }

  for (const team of order) {
    const spread = variance[team] ?? 0;
    let information = 0;
    for (const other of order) {
      if (other === team) continue;
      const expected = Math.tanh(((now[team] ?? 0) - (now[other] ?? 0)) / 2);
      information += (share * weight * (1 - expected * expected)) / 4;
    }
    moved[team] = (now[team] ?? 0) - (strength[team] ?? 0);
    remaining[team] = spread / (1 + spread * information);
  }
}

/** Sums up the games of each two teams, and returns the weight of all games together. */
function sumLeads(teams: number, games: readonly RatedGame[], parameters: SportParameters): number {
  leads.fill(0);
  let weight = 0;
  for (const game of games) {
    const worth = weightOf(game, parameters);
    weight += worth;
    for (let team = 0; team < teams; team += 1) {
      for (let other = 0; other < teams; other += 1) {
        const entry = team * MAX_TEAMS + other;
        leads[entry] = (leads[entry] ?? 0) + worth * leadOf(game, team, other);
      }
    }
  }
  return weight;
}

// The order of floating-point sums must not depend on the order of the list of teams.
function sortTeams({ teams, strength, variance }: Kernel, games: readonly RatedGame[]): void {
  order.length = 0;
  for (let team = 0; team < teams; team += 1) order.push(team);
  const byScores = (one: number, other: number) => {
    for (const { scores } of games) {
      const difference = (scores[one] ?? 0) - (scores[other] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  order.sort(
    (one, other) =>
      (strength[one] ?? 0) - (strength[other] ?? 0) ||
      (variance[one] ?? 0) - (variance[other] ?? 0) ||
      byScores(one, other),
  );
}
