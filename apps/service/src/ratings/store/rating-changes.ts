import {
  doublePrecision,
  integer,
  text,
  timestamptz,
} from '../../platform/database/copy/column-types.ts';
import { type CopyTable, column, copyRows } from '../../platform/database/copy/copy-rows.ts';
import type { DatabaseTransaction, RatingChangeCause } from '../../platform/database/schema.ts';

/** One rating of one player after one match, the and the match that caused it. */
export interface NewRatingStep {
  memberId: string;
  sport: string;
  bracket: string;
  matchId: string;
  matchDate: Date;
  previousRating: number | null;
  rating: number;
  reliability: number;
  games: number;
}

/** What a settlement did to one rating; one that was taken away has no values after it. */
export interface NewRatingCorrection {
  memberId: string;
  sport: string;
  bracket: string;
  previousRating: number | null;
  rating: number | null;
  reliability: number | null;
  games: number;
}

/** The single match a settlement is about; null where there is none. */
export type CorrectedMatch = { id: string; batchId: string; matchDate: Date } | null;

interface ChangeRow extends NewRatingCorrection {
  matchId: string | null;
  matchDate: Date | null;
  batchId: string | null;
  cause: RatingChangeCause;
  changedAt: Date;
}

/** Appends the steps of a batch to the history, numbered in the order given. */
export async function appendRatingSteps(
  transaction: DatabaseTransaction,
  { batchId, changedAt }: { batchId: string; changedAt: Date },
  steps: readonly NewRatingStep[],
): Promise<void> {
  const shared = { cause: 'match', changedAt, batchId } as const;
  await appendChanges(transaction, steps, (step) => ({ ...step, ...shared }));
}

/** Appends to the history what a settlement did to ratings as they stand. */
export async function appendCorrections(
  transaction: DatabaseTransaction,
  { cause, changedAt, match }: { cause: RatingChangeCause; changedAt: Date; match: CorrectedMatch },
  changes: readonly NewRatingCorrection[],
): Promise<void> {
  const shared = {
    cause,
    changedAt,
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
    column('match_date', timestamptz, (row) => row.matchDate?.getTime() ?? null),
    column('previous_rating', doublePrecision, (row) => row.previousRating),
    column('rating', doublePrecision, (row) => row.rating),
    column('reliability', doublePrecision, (row) => row.reliability),
    column('games', integer, (row) => row.games),
    column('batch_id', text, (row) => row.batchId),
    column('cause', text, (row) => row.cause),
    column('changed_at', timestamptz, (row) => row.changedAt.getTime()),
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
