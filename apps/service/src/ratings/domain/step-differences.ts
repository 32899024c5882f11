import type { LedgerMatch } from '../store/ledger.ts';
import type { NewRatingStep, StepPosition } from '../store/rating-changes.ts';
import type { StoredStep } from '../store/rating-steps.ts';
import type { RatingStates } from './rating-states.ts';
import type { StepColumns } from './step-columns.ts';

/** A step as it follows from the ledger. */
export type ExpectedStep = NewRatingStep & StepPosition;

export interface StepDifference {
  expected: ExpectedStep;
  /** Null where no such step is stored. */
  stored: StoredStep | null;
}

/** The steps of matches that were folded in this order, of players and boards of these states. */
export function expectedSteps(
  matches: readonly LedgerMatch[],
  steps: StepColumns,
  states: RatingStates,
): ExpectedStep[] {
  const expected: ExpectedStep[] = [];
  for (let step = 0; step < steps.length; step += 1) {
    const match = matches[steps.match[step] ?? 0];
    if (match === undefined) continue;
    const name = states.nameOf(steps.player[step] ?? 0, steps.board[step] ?? 0);
    const previousRating = steps.previousRating[step] ?? Number.NaN;
    expected.push({
      memberId: name.memberId,
      sport: name.sport,
      bracket: name.bracket,
      matchId: match.id,
      batchId: match.batchId,
      matchDate: match.matchDate,
      arrival: match.arrival,
      previousRating: Number.isNaN(previousRating) ? null : previousRating,
      rating: steps.rating[step] ?? 0,
      mu: steps.mu[step] ?? 0,
      sigma: steps.sigma[step] ?? 0,
      reliability: steps.reliability[step] ?? 0,
      games: steps.games[step] ?? 0,
      lastPlayed: steps.lastPlayed[step] ?? 0,
    });
  }
  return expected;
}

/**
 * The expected steps that are not stored, or not so, to the last bit.
 * @param stored By the index of the expected step; null where there is none.
 */
export function stepDifferences(
  expected: readonly ExpectedStep[],
  stored: readonly (StoredStep | null)[],
): StepDifference[] {
  return expected.flatMap((step, index) => {
    const other = stored[index] ?? null;
    return other !== null && isSame(step, other) ? [] : [{ expected: step, stored: other }];
  });
}

function isSame(one: ExpectedStep, other: StoredStep): boolean {
  return (
    one.mu === other.mu &&
    one.sigma === other.sigma &&
    one.rating === other.rating &&
    one.previousRating === other.previousRating &&
    one.reliability === other.reliability &&
    one.games === other.games &&
    one.lastPlayed === other.lastPlayed
  );
}
