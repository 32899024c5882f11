import type { Schemas } from '@partner-rating/server';
import type { Database } from '../platform/database/schema.ts';
import type { HistoryRow } from '../ratings/store/rating-history.ts';
import { toHistoryEntry } from './domain/history-entry.ts';
import { explainParts, type PartsAsked } from './explain-parts.ts';

/** Changes of a member's ratings, each with what its match does to the rating today. */
export async function showHistory(
  database: Database,
  rows: readonly HistoryRow[],
  asked: PartsAsked,
): Promise<Schemas.RatingHistoryEntry[]> {
  const parts = rows.map(({ match_id: matchId, bracket }) =>
    matchId === null ? null : { matchId, bracket },
  );
  const explanationOf = await explainParts(
    database,
    parts.filter((part) => part !== null),
    asked,
  );
  return rows.map((row, index) => {
    const part = parts[index] ?? null;
    return toHistoryEntry(row, part === null ? undefined : explanationOf(part));
  });
}
