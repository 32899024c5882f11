import { leadOf, type RatedGame, weightOf } from './evidence.ts';
import { type Kernel, MAX_TEAMS } from './kernel.ts';
import type { SportParameters } from './sport-parameters.ts';

const ROUNDS = 400;
const CLOSE_ENOUGH = 1e-12;

const order: number[] = [];
const now = new Float64Array(MAX_TEAMS);
const next = new Float64Array(MAX_TEAMS);
// By two teams, the leads of the one over the other in all games, each by its weight.
const leads = new Float64Array(MAX_TEAMS * MAX_TEAMS);

/**
 * The same for three teams and more: each is compared with every other, and all those comparisons
 * together weigh for a team what one game weighs against one opponent. The most likely strengths are
 * approached step by step, each step one that cannot overshoot.
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

/** Sums up what the games say of each two teams, and returns the weight of all games together. */
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

// The order in which floating point adds up must follow from the teams, not from how they are listed.
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
