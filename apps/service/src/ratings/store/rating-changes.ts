import {
  bigint,
  doublePrecision,
  integer,
  smallintArray,
  text,
  timestamptz,
} from '../../platform/database/copy/column-types.ts';
import { type CopyTable, column, copyRows } from '../../platform/database/copy/copy-rows.ts';
import type { DatabaseTransaction, RatingChangeCause } from '../../platform/database/schema.ts';
import { type StoredExplanation, writeExplanation } from './explanations.ts';

/** One rating of one player after one match, and the match that caused it. */
export interface NewRatingStep {
  memberId: string;
  sport: string;
  bracket: string;
  matchId: string;
  matchDate: Date;
  previousRating: number | null;
  rating: number;
  mu: number;
  sigma: number;
  reliability: number;
  games: number;
  lastPlayed: number;
}

/** One that a history shows, and why it is what it is. */
export interface ShownRatingStep extends NewRatingStep {
  explanation: StoredExplanation;
}

/** What a settlement did to one rating; one that was taken away has no values after it. */
export interface NewRatingCorrection {
  memberId: string;
  sport: string;
  bracket: string;
  previousRating: number | null;
  rating: number | null;
  mu: number | null;
  sigma: number | null;
  reliability: number | null;
  games: number;
  lastPlayed: number | null;
}

/** Where a step stands: of which batch, and at which position in the ledger. */
export interface StepPosition {
  batchId: string;
  arrival: number;
}

/** The single match a settlement is about; null where there is none. */
export type CorrectedMatch = { id: string; batchId: string; matchDate: Date } | null;

interface RatedBatch {
  batchId: string;
  changedAt: Date;
  /** The matches' places in the ledger, by match id. */
  arrivals: ReadonlyMap<string, number>;
}

interface ChangeRow extends NewRatingCorrection {
  matchId: string | null;
  matchDate: Date | null;
  batchId: string | null;
  arrival: number | null;
  explanation?: StoredExplanation | undefined;
  cause: RatingChangeCause;
  changedAt: Date;
  /** Of steps that a settlement computed again. */
  settlement?: number;
}

/** Appends the steps of a batch to the history, numbered in the order given. */
export async function appendRatingSteps(
  transaction: DatabaseTransaction,
  { batchId, changedAt, arrivals }: RatedBatch,
  steps: readonly ShownRatingStep[],
): Promise<void> {
  const shared = { cause: 'match', changedAt, batchId } as const;
  await appendChanges(transaction, steps, (step) => ({
    ...step,
    ...shared,
    arrival: arrivals.get(step.matchId) ?? null,
  }));
}

/** Appends steps that a settlement computed again, which no history shows. */
export async function appendReplayedSteps(
  transaction: DatabaseTransaction,
  { changedAt, settlement }: { changedAt: Date; settlement: number },
  steps: readonly (NewRatingStep & StepPosition)[],
): Promise<void> {
  const shared = { cause: 'replay', changedAt, settlement, explanation: undefined } as const;
  await appendChanges(transaction, steps, (step) => ({ ...step, ...shared }));
}

/** Appends to the history what a settlement did to ratings as they stand. */
export async function appendCorrections(
  transaction: DatabaseTransaction,
  { cause, changedAt, match }: { cause: RatingChangeCause; changedAt: Date; match: CorrectedMatch },
  changes: readonly NewRatingCorrection[],
): Promise<void> {
  const shared = {
    ...{ cause, changedAt, arrival: null },
    batchId: match?.batchId ?? null,
    matchId: match?.id ?? null,
    matchDate: match?.matchDate ?? null,
  };
  await appendChanges(transaction, changes, (change) => ({ ...change, ...shared }));
}

/** The columns that are written, and what of a row each is. */
const ratingChanges: CopyTable<ChangeRow> = {
  name: 'rating_change',
  columns: [
    column('member_id', text, (row) => row.memberId),
    column('sport', text, (row) => row.sport),
    column('bracket', text, (row) => row.bracket),
    column('match_id', text, (row) => row.matchId),
    column('arrival', bigint, (row) => row.arrival),
    column('match_date', timestamptz, (row) => row.matchDate?.getTime() ?? null),
    column('previous_rating', doublePrecision, (row) => row.previousRating),
    column('rating', doublePrecision, (row) => row.rating),
    column('mu', doublePrecision, (row) => row.mu),
    column('sigma', doublePrecision, (row) => row.sigma),
    column('reliability', doublePrecision, (row) => row.reliability),
    column('games', integer, (row) => row.games),
    column('last_played_at', timestamptz, (row) => row.lastPlayed),
    column('explanation', smallintArray, (row) =>
      row.explanation === undefined ? null : writeExplanation(row.explanation),
    ),
    column('batch_id', text, (row) => row.batchId),
    column('cause', text, (row) => row.cause),
    column('changed_at', timestamptz, (row) => row.changedAt.getTime()),
    column('settlement', bigint, (row) => row.settlement ?? null),
  ],
};

// Few batches have more. One of the largest matches that are allowed, in eighteen brackets each, has
// over a million, which the embedded database would have in memory all at once.
const CHANGES_A_STATEMENT = 20_000;

async function appendChanges<Change>(
  transaction: DatabaseTransaction,
  changes: readonly Change[],
  rowOf: (change: Change) => ChangeRow,
): Promise<void> {
  for (let start = 0; start < changes.length; start += CHANGES_A_STATEMENT) {
    const rows = changes.slice(start, start + CHANGES_A_STATEMENT).map(rowOf);
    await copyRows(transaction, ratingChanges, rows);
  }
}
