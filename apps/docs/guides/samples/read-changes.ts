import type { PartnerRatingClient } from '@partner-rating/client';
import { type Ratings, storeRating } from './handle-events.ts';

/** Stores what changed since the last night, and returns the `since` of the next night. */
export async function readChanges(
  client: PartnerRatingClient,
  ratings: Ratings,
  since?: string,
): Promise<string | undefined> {
  let next = since;
  const query = { limit: 100, ...(since !== undefined && { since }) };
  for await (const update of client.members.listRatingUpdates(query)) {
    // Ignores an update whose sequence is stored already: those of the moment `since` come again.
    storeRating(ratings, update);
    next = update.changedAt;
  }
  return next;
}
