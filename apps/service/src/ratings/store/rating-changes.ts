import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral } from '../../platform/database/array-literal.ts';
import type { DatabaseTransaction, RatingChangeCause } from '../../platform/database/schema.ts';
import { explanationText, type StoredExplanation } from './explanations.ts';

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

/** What a correction did to one rating; one that was taken away has no values after it. */
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

/** The single match a correction is about; null where there is none. */
export type CorrectedMatch = { id: string; batchId: string; matchDate: Date } | null;

interface RatedBatch {
  batchId: string;
  changedAt: Date;
  /** The matches' places in the ledger, by match id. */
  arrivals: ReadonlyMap<string, number>;
}

/** What all rows of a statement share. */
interface SharedColumns {
  cause: RatingChangeCause;
  changedAt: Date;
  /** Of the rows that name no batch of their own. */
  batchId: string | null;
}

interface ChangeRow extends NewRatingCorrection {
  matchId: string | null;
  matchDate: Date | null;
  batchId?: string;
  arrival: number | null;
  explanationText?: string;
}

/** Appends the steps of a batch to the history, numbered in the order given. */
export async function appendRatingSteps(
  transaction: DatabaseTransaction,
  { batchId, changedAt, arrivals }: RatedBatch,
  steps: readonly ShownRatingStep[],
): Promise<void> {
  const rows = steps.map((step) => ({
    ...step,
    arrival: arrivals.get(step.matchId) ?? null,
    explanationText: explanationText(step.explanation),
  }));
  await insertChanges(transaction, { cause: 'match', changedAt, batchId }, rows);
}

/** Appends steps that a correction computed again, which no history shows. */
export async function appendReplayedSteps(
  transaction: DatabaseTransaction,
  changedAt: Date,
  steps: readonly (NewRatingStep & StepPosition)[],
): Promise<void> {
  await insertChanges(transaction, { cause: 'replay', changedAt, batchId: null }, steps);
}

/** Appends to the history what a correction did to ratings as they stand. */
export async function appendCorrections(
  transaction: DatabaseTransaction,
  { cause, changedAt, match }: { cause: RatingChangeCause; changedAt: Date; match: CorrectedMatch },
  changes: readonly NewRatingCorrection[],
): Promise<void> {
  const position = {
    matchId: match?.id ?? null,
    matchDate: match?.matchDate ?? null,
    arrival: null,
  };
  await insertChanges(
    transaction,
    { cause, changedAt, batchId: match?.batchId ?? null },
    changes.map((change) => ({ ...change, ...position })),
  );
}

// Few batches have more. One of the largest matches that are allowed, in eighteen brackets each, has
// over a million, whose text would take seconds to write in one go, and hundreds of megabytes.
const CHANGES_A_STATEMENT = 20_000;

async function insertChanges(
  transaction: DatabaseTransaction,
  shared: SharedColumns,
  changes: readonly ChangeRow[],
): Promise<void> {
  for (let start = 0; start < changes.length; start += CHANGES_A_STATEMENT) {
    const chunk = changes.slice(start, start + CHANGES_A_STATEMENT);
    await insertStatement(shared, chunk).execute(transaction);
  }
}

function insertStatement(
  { cause, changedAt, batchId }: SharedColumns,
  changes: readonly ChangeRow[],
): RawBuilder<unknown> {
  return sql`
    insert into rating_change (
      member_id, sport, bracket, match_id, arrival, match_date, previous_rating, rating, mu, sigma,
      reliability, games, last_played_at, explanation, batch_id, cause, changed_at
    )
    select
      change.member_id, change.sport, change.bracket, change.match_id, change.arrival,
      change.match_date, change.previous_rating, change.rating, change.mu, change.sigma,
      change.reliability, change.games, change.last_played_at, change.explanation::smallint[],
      coalesce(change.batch_id, ${batchId}), ${cause}, ${changedAt}::timestamptz
    from unnest(
      ${arrayLiteral(changes.map((change) => change.memberId))}::text[],
      ${arrayLiteral(changes.map((change) => change.sport))}::text[],
      ${arrayLiteral(changes.map((change) => change.bracket))}::text[],
      ${arrayLiteral(changes.map((change) => change.matchId))}::text[],
      ${arrayLiteral(changes.map((change) => change.arrival))}::bigint[],
      ${arrayLiteral(changes.map((change) => change.matchDate?.toISOString() ?? null))}::timestamptz[],
      ${arrayLiteral(changes.map((change) => change.previousRating))}::double precision[],
      ${arrayLiteral(changes.map((change) => change.rating))}::double precision[],
      ${arrayLiteral(changes.map((change) => change.mu))}::double precision[],
      ${arrayLiteral(changes.map((change) => change.sigma))}::double precision[],
      ${arrayLiteral(changes.map((change) => change.reliability))}::double precision[],
      ${arrayLiteral(changes.map((change) => change.games))}::integer[],
      ${arrayLiteral(changes.map((change) => timeOf(change.lastPlayed)))}::timestamptz[],
      ${arrayLiteral(changes.map((change) => change.explanationText ?? null))}::text[],
      ${arrayLiteral(changes.map((change) => change.batchId ?? null))}::text[]
    ) as change (
      member_id, sport, bracket, match_id, arrival, match_date, previous_rating, rating, mu, sigma,
      reliability, games, last_played_at, explanation, batch_id
    )
  `;
}

function timeOf(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
