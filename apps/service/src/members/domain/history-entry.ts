import type { Schemas } from '@partner-rating/server';
import type { HistoryRow } from '../../ratings/store/rating-history.ts';

/** A rating change with all there is to say of it, as its player may see it. */
export function toHistoryEntry(row: HistoryRow): Schemas.RatingHistoryEntry {
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
    ...(row.explanation !== null && { explanation: row.explanation }),
  };
}

/**
 * The same without what would reveal the ratings of others, where those are hidden from the caller in this
 * match: their mean, and the share expected against them.
 */
export function withoutOthers({
  explanation,
  ...entry
}: Schemas.RatingHistoryEntry): Schemas.RatingHistoryEntry {
  if (explanation === undefined) return entry;
  return { ...entry, explanation: { ...explanation, expectedShare: null, opponentsRating: null } };
}
