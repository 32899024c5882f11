import { leadOf, type RatedGame, weightOf } from './evidence.ts';
import type { Kernel } from './kernel.ts';
import type { SportParameters } from './sport-parameters.ts';

/**
 * Moves the strengths of two teams to where they are most likely, given what was believed before and
 * the leads of the games (the mode of the posterior, and its curvature as the new uncertainty). The
 * games share the form of the day, so several in one match say less than in as many matches.
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
const CLOSE_ENOUGH = 1e-13;

/**
 * The x at which (x - before) / spread = (lead - weight * tanh(x / 2)) / 2, by Newton's method
 * between bounds that close in on it. Every term changes its sign with the order of the teams, so
 * the result does to the last bit.
 */
function posteriorMode(before: number, spread: number, weight: number, lead: number): number {
  const pull = (x: number) => (spread * (lead - weight * Math.tanh(x / 2))) / 2;
  const far = before + pull(before);
  let low = Math.min(before, far);
  let high = Math.max(before, far);
  let x = before;
  for (let step = 0; step < STEPS && high - low > CLOSE_ENOUGH; step += 1) {
    const expected = Math.tanh(x / 2);
    const off = x - before - pull(x);
    if (off === 0) return x;
    if (off > 0) high = x;
    else low = x;
    const slope = 1 + (spread * weight * (1 - expected * expected)) / 4;
    const next = x - off / slope;
    if (Math.abs(next - x) < CLOSE_ENOUGH) return next;
    x = next > low && next < high ? next : (low + high) / 2;
  }
  return x;
}
