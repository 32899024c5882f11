import type { PartnerRatingClient, RatingUpdate, RatingUpdatesPage } from '@partner-rating/client';

/** Every update since a moment, such as some minutes before an outage began. */
export async function* updatesSince(
  client: PartnerRatingClient,
  since: string,
): AsyncGenerator<RatingUpdate> {
  let cursor: string | null = null;
  do {
    const page: RatingUpdatesPage = await client.members.listRatingUpdates({
      since,
      limit: 100,
      ...(cursor === null ? {} : { cursor }),
    });
    yield* page.updates;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
