import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RatingRow } from '../platform/database/schema.ts';
import {
  type MatchRater,
  type MatchToRate,
  matchRater,
  type RatingStep,
} from './domain/rate-matches.ts';

// Some tens of milliseconds of rating. A batch of many players, games and brackets takes seconds
// in all, during which everybody else's requests must be answered too.
const WORK_A_TURN = 4_000;

/** Rates matches in order, and lets the process do other things in between. */
export async function rateInTurns(
  current: readonly RatingRow[],
  matches: readonly MatchToRate[],
): Promise<RatingStep[]> {
  return await takeTurns(matchRater(current), matches);
}

/** The same with a rater that is further on already. */
export async function takeTurns(
  rate: MatchRater,
  matches: readonly MatchToRate[],
): Promise<RatingStep[]> {
  const steps: RatingStep[] = [];
  let work = 0;
  for (const match of matches) {
    for (const step of rate(match)) steps.push(step);
    work += workOf(match);
    if (work < WORK_A_TURN) continue;
    work = 0;
    await nextTurn();
  }
  return steps;
}

// What the time grows with: each game of each bracket compares every team with every other.
function workOf({ teams, games, brackets }: MatchToRate): number {
  const players = teams.reduce((sum, team) => sum + team.length, 0);
  return players * teams.length * games.length * brackets.length;
}
