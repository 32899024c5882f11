import type { Schemas } from '@partner-rating/server';
import type { Database } from '../platform/database/schema.ts';
import { shownExplanation } from '../ratings/domain/shown-explanation.ts';
import { explainMatches, type MatchInBracket } from '../ratings/explain-matches.ts';
import { findLedgerMatches } from '../ratings/store/ledger.ts';
import type { HistoryRow } from '../ratings/store/rating-history.ts';
import { findHiddenRatings } from './store/cards.ts';
import type { UpdatePosition } from './store/rating-updates.ts';

/** Returns changes of a member's ratings, each with an explanation of how its match counts today. */
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

/** Returns a rating change with its explanation. */
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

/** Encodes where a page of members, ordered by id, ended. The cursor is opaque to partners. */
export function encodeMemberCursor(lastId: string): string {
  return Buffer.from(JSON.stringify({ after: lastId })).toString('base64url');
}

/** Returns the id of the last member of a page. Null if the text is not one of our cursors. */
export function decodeMemberCursor(cursor: string): string | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [id] = /mem_[0-7][0-9a-hjkmnp-tv-z]{25}/.exec(text) ?? [];
  // Base64 ignores unknown characters, so only a text that encodes to itself again is a cursor.
  return id !== undefined && encodeMemberCursor(id) === cursor ? id : null;
}

/** Encodes where a page of updates ended. The cursor is opaque to partners. */
export function encodeUpdateCursor({ transactionId, position }: UpdatePosition): string {
  return Buffer.from(JSON.stringify({ after: [transactionId, position] })).toString('base64url');
}

/** Returns the position that a cursor encodes. Null if the text is not one of our cursors. */
export function decodeUpdateCursor(cursor: string): UpdatePosition | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, transaction, number] = /(\d+),([1-9]\d*)/.exec(text) ?? [];
  const found = { transactionId: Number(transaction), position: Number(number) };
  // Base64 ignores unknown characters, so only a text that encodes to itself again is a cursor.
  const isOurs = Number.isSafeInteger(found.transactionId) && Number.isSafeInteger(found.position);
  return isOurs && encodeUpdateCursor(found) === cursor ? found : null;
}

interface PartsAsked {
  /** The member whose ratings are explained. */
  memberId: string;
  /** The application that reads them. Null if it is the player, who sees others as strangers do. */
  applicationId: string | null;
}

/** Explains how matches change a member's ratings, without revealing hidden ratings of others. */
export async function explainParts(
  database: Database,
  asked: readonly MatchInBracket[],
  { memberId, applicationId }: PartsAsked,
): Promise<(part: MatchInBracket) => Schemas.RatingExplanation | undefined> {
  const matchIds = [...new Set(asked.map(({ matchId }) => matchId))];
  const matches = await findLedgerMatches(database, matchIds);
  const explained = await explainMatches(database, matches, asked);
  const players = asked.flatMap((part) => explained(part)?.entered.flat() ?? []);
  const memberIds = [...new Set(players.map((player) => player.memberId))];
  const hidden = await findHiddenRatings(database, { applicationId, memberIds });
  return (part) => {
    const match = explained(part);
    return match && shownExplanation(match, memberId, (other) => hidden.has(other));
  };
}
