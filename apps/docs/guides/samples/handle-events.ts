import type { RatingUpdate } from '@partner-rating/client';
import type { WebhookEvent } from '@partner-rating/client/webhooks';

/** The ratings you show, by player and sport. */
export type Ratings = Map<string, RatingUpdate>;

/** Applies an event. */
export function handleEvent(ratings: Ratings, event: WebhookEvent): void {
  switch (event.type) {
    case 'rating.updated':
      storeRating(ratings, event.data);
      break;
    case 'connection.revoked':
      for (const [key, { id }] of ratings) if (id === event.data.id) ratings.delete(key);
      break;
    default:
      // Ignores all other types, including types that are added later.
      break;
  }
}

/** Stores an update, unless the same or a later one is stored already. */
export function storeRating(ratings: Ratings, update: RatingUpdate): void {
  const key = `${update.id} ${update.sport}`;
  const known = ratings.get(key);
  if (known === undefined || known.sequence < update.sequence) ratings.set(key, update);
}
