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
    // If the update of the cursor is deleted, later ones may be deleted too.
    if (after !== null && !(await isUpdateStored(database, applicationId, after))) {
      refuseExpiredCursor(
        'This update is not stored any more: it is older than 90 days, or the service was restored from a backup. Begin again with since, or without.',
      );
    }
    const { rows, nextCursor } = toPageWith(found, limit, encodeUpdateCursor);
    return { status: 200, body: { updates: rows.map(toUpdate), nextCursor } };
  };
}

// Nothing was rated before 1970, and a database does not know all years of a JavaScript date.
function momentOf(time: string): Date {
  return new Date(Math.max(0, Date.parse(time)));
}

// The update as it was sent, without what the player no longer grants.
function toUpdate({ data, scopes }: UpdateRow): Schemas.RatingUpdate {
  const stored = JSON.parse(data) as Schemas.RatingUpdate;
  return scopes.includes('user:rating:read') ? stored : withoutRatings(stored);
}
