import type { Schemas } from '@partner-rating/server';
import type { Database } from '../platform/database/schema.ts';
import { readPositionWith, refuseCursor, toPageWith } from '../platform/paging/position.ts';
import { decodeMatchCursor, encodeMatchCursor } from './domain/match-cursor.ts';
import { shownMatch } from './domain/shown-match.ts';
import {
  findSubmittedIds,
  findSubmittedPosition,
  type SubmittedFilter,
} from './store/match-lists.ts';
import { findMatchViews } from './store/match-views.ts';

/** A match as the application that submitted it sees it; null for any other, as for no match. */
export async function readMatch(
  database: Database,
  { matchId, applicationId }: { matchId: string; applicationId: string },
): Promise<Schemas.Match | null> {
  const [match] = await findMatchViews(database, { matchIds: [matchId], applicationId });
  return match?.applicationId === applicationId ? shownMatch(match, { applicationId }) : null;
}

export interface PageQuery {
  cursor?: string;
  limit?: number;
}

/** @throws ProblemError `validation_failed` for a cursor that is none of ours. */
export async function listSubmittedMatches(
  database: Database,
  filter: SubmittedFilter,
  query: PageQuery,
): Promise<Schemas.MatchesPage> {
  const { limit = 20 } = query;
  const { applicationId } = filter;
  const lastId = readPositionWith(query, decodeMatchCursor);
  const before =
    lastId === null
      ? null
      : ((await findSubmittedPosition(database, { applicationId, matchId: lastId })) ??
        refuseCursor());
  const found = await findSubmittedIds(database, filter, { before, limit: limit + 1 });
  const { rows: matchIds, nextCursor } = toPageWith(found, limit, encodeMatchCursor);
  const matches = await findMatchViews(database, { matchIds, applicationId });
  return { matches: matches.map((match) => shownMatch(match, { applicationId })), nextCursor };
}
