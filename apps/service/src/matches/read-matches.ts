import type { Schemas } from '@partner-rating/server';
import type { Database } from '../platform/database/schema.ts';
import { shownMatch } from './domain/shown-match.ts';
import { findMatchViews } from './store/match-views.ts';

/** A match as the application that submitted it sees it; null for any other, as for no match. */
export async function readMatch(
  database: Database,
  { matchId, applicationId }: { matchId: string; applicationId: string },
): Promise<Schemas.Match | null> {
  const [match] = await findMatchViews(database, { matchIds: [matchId], applicationId });
  return match?.applicationId === applicationId ? shownMatch(match, { applicationId }) : null;
}
