import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../database/schema.ts';

/** One rating of one player after one match, and the match that caused it. */
export interface NewRatingChange {
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
}

/** Appends changes to the history, numbered in the order given. */
export async function appendRatingChanges(
  transaction: DatabaseTransaction,
  { batchId, changedAt }: { batchId: string; changedAt: Date },
  changes: readonly NewRatingChange[],
): Promise<void> {
  await sql`
    insert into rating_change (
      member_id, sport, bracket, match_id, match_date, previous_rating, rating, mu, sigma,
      reliability, games, batch_id, changed_at
    )
    select change.*, ${batchId}, ${changedAt}::timestamptz from unnest(
      ${changes.map((change) => change.memberId)}::text[],
      ${changes.map((change) => change.sport)}::text[],
      ${changes.map((change) => change.bracket)}::text[],
      ${changes.map((change) => change.matchId)}::text[],
      ${changes.map((change) => change.matchDate.toISOString())}::timestamptz[],
      ${changes.map((change) => change.previousRating)}::double precision[],
      ${changes.map((change) => change.rating)}::double precision[],
      ${changes.map((change) => change.mu)}::double precision[],
      ${changes.map((change) => change.sigma)}::double precision[],
      ${changes.map((change) => change.reliability)}::double precision[],
      ${changes.map((change) => change.games)}::integer[]
    ) as change
  `.execute(transaction);
}
