import { runYielding } from '../platform/concurrency/yield.ts';
import type { RatingRow } from '../platform/database/schema.ts';
import {
  type MatchRater,
  type MatchToRate,
  matchRater,
  type RatingStep,
} from './domain/rate-matches.ts';

// Some tens of milliseconds of rating. A batch of many players, games and brackets takes seconds
// in all, during which other requests must be answered too.
const MAX_COST = 4_000;

/** Rates matches in order, and yields to the event loop in between. */
export async function rateYielding(
  current: readonly RatingRow[],
  matches: readonly MatchToRate[],
): Promise<RatingStep[]> {
  return await rateOnYielding(matchRater(current), matches);
}

/** The same with a rater that has rated earlier matches already. */
export async function rateOnYielding(
  rate: MatchRater,
  matches: readonly MatchToRate[],
): Promise<RatingStep[]> {
  return await runYielding(rateAll(rate, matches), MAX_COST);
}

function* rateAll(
  rate: MatchRater,
  matches: readonly MatchToRate[],
): Generator<number, RatingStep[]> {
  const steps: RatingStep[] = [];
  for (const match of matches) {
    for (const step of rate(match)) steps.push(step);
    yield costOf(match);
  }
  return steps;
}

// What the time grows with: each game of each bracket compares every team with every other.
function costOf({ teams, games, brackets }: MatchToRate): number {
  const players = teams.reduce((sum, team) => sum + team.length, 0);
  return players * teams.length * games.length * brackets.length;
}
