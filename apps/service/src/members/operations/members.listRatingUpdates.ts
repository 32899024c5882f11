import type { Handler, Schemas } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { readPositionWith, refuseExpiredCursor, toPageWith } from '../../platform/paging.ts';
import { withoutRatings } from '../../webhooks/dispatch/domain/permission.ts';
import { decodeUpdateCursor, encodeUpdateCursor } from '../lists.ts';
import { findUpdates, isUpdateStored, type UpdateRow } from '../store/rating-updates.ts';

export function listRatingUpdates({
  database,
}: Dependencies): Handler<'members.listRatingUpdates', Caller> {
  return async ({ query }, { principal }) => {
    const { limit = 20, since } = query;
    const { applicationId } = principal;
    const after = readPositionWith(query, decodeUpdateCursor);
    const found = await findUpdates(database, {
      applicationId,
      since: since === undefined ? null : momentOf(since),
      after,
      limit: limit + 1,
    });
    // Where the update that the cursor stands for is deleted, those after it may be as well.
    if (after !== null && !(await isUpdateStored(database, applicationId, after))) {
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

// As it was sent, without what the player no longer grants.
function toUpdate({ data, scopes }: UpdateRow): Schemas.RatingUpdate {
  const stored = JSON.parse(data) as Schemas.RatingUpdate;
  return scopes.includes('user:rating:read') ? stored : withoutRatings(stored);
}
