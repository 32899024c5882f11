import type { Handler, Schemas } from '@partner-rating/server';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/caller.ts';
import { refuseCursor, toPageWith } from '../paging/place.ts';
import { withoutRatings } from '../ratings/domain/redacted-update.ts';
import { decodeUpdateCursor, encodeUpdateCursor } from './domain/update-cursor.ts';
import { findUpdates, type UpdatePlace, type UpdateRow } from './store/rating-updates.ts';

export function listRatingUpdates({
  database,
}: Dependencies): Handler<'members.listRatingUpdates', Caller> {
  return async ({ query }, { principal }) => {
    const { limit = 20, since } = query;
    const found = await findUpdates(database, {
      applicationId: principal.applicationId,
      since: since === undefined ? null : momentOf(since),
      after: readPlace(query.cursor),
      limit: limit + 1,
    });
    const { rows, nextCursor } = toPageWith(found, limit, encodeUpdateCursor);
    return { status: 200, body: { updates: rows.map(toUpdate), nextCursor } };
  };
}

// Nothing was rated before 1970, and not every database knows the years that a time can be of.
function momentOf(time: string): Date {
  return new Date(Math.max(0, Date.parse(time)));
}

function readPlace(cursor: string | undefined): UpdatePlace | null {
  if (cursor === undefined) return null;
  return decodeUpdateCursor(cursor) ?? refuseCursor();
}

// As it was told, less what the player has ceased to grant.
function toUpdate({ data, scopes }: UpdateRow): Schemas.RatingUpdate {
  const told = JSON.parse(data) as Schemas.RatingUpdate;
  return scopes.includes('user:rating:read') ? told : withoutRatings(told);
}
