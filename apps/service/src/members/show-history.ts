import type { Schemas } from '@partner-rating/server';
import type { Database } from '../platform/database/schema.ts';
import type { HistoryRow } from '../ratings/store/rating-history.ts';
import { toHistoryEntry, withoutOthers } from './domain/history-entry.ts';
import { findHiddenMatches } from './store/hidden-matches.ts';

export interface HistoryAsked {
  /** Whose history it is. */
  memberId: string;
  /** The application that sees it; null where it is for the player, who sees of others what strangers do. */
  applicationId: string | null;
}

/** Changes of a member's ratings, without what would give away the ratings of others. */
export async function showHistory(
  database: Database,
  rows: readonly HistoryRow[],
  asked: HistoryAsked,
): Promise<Schemas.RatingHistoryEntry[]> {
  const matchIds = explainedMatches(rows);
  const hidden = await findHiddenMatches(database, { ...asked, matchIds });
  return rows.map((row) => {
    const entry = toHistoryEntry(row);
    return hidden.has(row.match_id ?? '') ? withoutOthers(entry) : entry;
  });
}

function explainedMatches(rows: readonly HistoryRow[]): string[] {
  const ids = rows.flatMap((row) => (row.explanation === null ? [] : (row.match_id ?? [])));
  return [...new Set(ids)];
}
