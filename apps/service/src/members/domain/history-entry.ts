import type { Schemas } from '@partner-rating/server';
import type { HistoryRow } from '../../ratings/store/rating-history.ts';

/** A rating change, and why its match does to the rating what it does. */
export function toHistoryEntry(
  row: HistoryRow,
  explanation: Schemas.RatingExplanation | undefined,
): Schemas.RatingHistoryEntry {
  return {
    sport: row.sport,
    bracket: row.bracket,
    previousRating: row.previous_rating,
    newRating: row.rating,
    reliability: row.reliability,
    cause: row.cause,
    matchId: row.match_id,
    matchDate: row.match_date?.toISOString() ?? null,
    changedAt: row.changed_at.toISOString(),
    ...(explanation !== undefined && { explanation }),
  };
}
