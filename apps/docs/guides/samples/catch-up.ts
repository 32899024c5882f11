import type { PartnerRatingClient } from '@partner-rating/client';
import { type Ratings, storeRating } from './handle-events.ts';

/** Stores every update since a time, such as a few minutes before an outage began. */
export async function catchUp(
  client: PartnerRatingClient,
  ratings: Ratings,
  since: string,
): Promise<void> {
  for await (const update of client.members.listRatingUpdates({ since, limit: 100 })) {
    storeRating(ratings, update);
  }
}
