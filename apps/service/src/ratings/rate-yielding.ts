import { runYielding } from '../platform/concurrency/yield.ts';
import type { RatingRow } from '../platform/database/schema.ts';
import type { MatchFolder } from './domain/fold-matches.ts';
import {
  type MatchRater,
  type MatchToRate,
  matchRater,
  type RatingStep,
} from './domain/rate-matches.ts';

// Some tens of milliseconds of rating. A batch of many players, games and brackets takes seconds
// in all, during which other requests must be answered too.
export const MAX_COST = 4_000;

/** Rates matches in order, and yields to the event loop in between. */
export async function rateYielding(
  current: readonly RatingRow[],
  matches: readonly MatchToRate[],
): Promise<RatingStep[]> {
  return await runYielding(rateAll(matchRater(current), matches), MAX_COST);
}

/** Folds matches in order, which their steps name by their index, and yields in between. */
export async function foldYielding(
  fold: MatchFolder,
  matches: readonly MatchToRate[],
): Promise<void> {
  await runYielding(foldAll(fold, matches), MAX_COST);
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

function* foldAll(fold: MatchFolder, matches: readonly MatchToRate[]): Generator<number, void> {
  for (const [index, match] of matches.entries()) {
    fold(match, index);
    yield costOf(match);
  }
}

// What the time grows with: each game of each bracket compares every team with every other.
export function costOf({
  teams,
  games,
  brackets,
}: Pick<MatchToRate, 'teams' | 'games' | 'brackets'>): number {
  const players = teams.reduce((sum, team) => sum + team.length, 0);
  return players * teams.length * games.length * brackets.length;
}
