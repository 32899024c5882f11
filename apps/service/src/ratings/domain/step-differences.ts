import type { LedgerMatch } from '../store/ledger.ts';
import type { StepName, StoredStep } from '../store/rating-steps.ts';
import type { RatingStep } from './rate-matches.ts';

/** A step as it follows from the ledger. */
export interface ExpectedStep extends RatingStep {
  arrival: number;
  batchId: string;
}

export interface StepDifference {
  expected: ExpectedStep;
  /** Null where no such step is stored. */
  stored: StoredStep | null;
}

export function expectedSteps(
  matches: readonly LedgerMatch[],
  steps: readonly RatingStep[],
): ExpectedStep[] {
  const byId = new Map(matches.map((match) => [match.id, match]));
  return steps.flatMap((step) => {
    const match = byId.get(step.matchId);
    return match === undefined ? [] : [{ ...step, arrival: match.arrival, batchId: match.batchId }];
  });
}

/** The expected steps that are not stored, or not so, to the last bit. */
export function stepDifferences(
  expected: readonly ExpectedStep[],
  stored: readonly StoredStep[],
): StepDifference[] {
  const byName = new Map(stored.map((step) => [nameOf(step), step]));
  return expected.flatMap((step) => {
    const other = byName.get(nameOf(step)) ?? null;
    return other !== null && isSame(step, other) ? [] : [{ expected: step, stored: other }];
  });
}

function nameOf({ memberId, sport, bracket, arrival }: StepName): string {
  return `${memberId} ${sport} ${bracket} ${arrival}`;
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
