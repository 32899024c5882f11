import type { Handler, Schemas } from '@partner-rating/server';
import { decodeUpdateCursor, encodeUpdateCursor } from '../../members/domain/update-cursor.ts';
import {
  findUpdates,
  isUpdateKept,
  type UpdatePlace,
  type UpdateRow,
} from '../../members/store/rating-updates.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { refuseCursor, refuseExpiredCursor, toPageWith } from '../../platform/paging/place.ts';
import { withoutRatings } from '../../webhooks/dispatch/domain/redacted-update.ts';

export function listRatingUpdates({
  database,
}: Dependencies): Handler<'members.listRatingUpdates', Caller> {
  return async ({ query }, { principal }) => {
    const { limit = 20, since } = query;
    const { applicationId } = principal;
    const after = readPlace(query.cursor);
    const found = await findUpdates(database, {
      applicationId,
      since: since === undefined ? null : momentOf(since),
      after,
      limit: limit + 1,
    });
    // Where the update that the cursor stands for is deleted, those after it may be as well.
    if (after !== null && !(await isUpdateKept(database, applicationId, after))) {
      refuseExpiredCursor('Updates are kept for 90 days: begin again with since, or without.');
    }
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
