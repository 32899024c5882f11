import type { RatingUpdate } from '@partner-rating/client';
import type { WebhookEvent } from '@partner-rating/client/webhooks';
import { clockTime, rating, sportName } from '../pages/words.ts';
import type { ReceivedEvent } from './received-events.ts';

/** An event as a page shows it. */
export interface EventView {
  number: number;
  id: string;
  type: string;
  sentence: string;
  receivedAt: string;
  clockTime: string;
  headers: [name: string, value: string][];
  body: string;
}

export function eventView({
  number,
  id,
  event,
  receivedAt,
  headers,
  body,
}: ReceivedEvent): EventView {
  return {
    number,
    id,
    type: event.type,
    sentence: sentence(event),
    receivedAt: receivedAt.toISOString(),
    clockTime: clockTime(receivedAt),
    headers: Object.entries(headers),
    body: JSON.stringify(JSON.parse(body), null, 2),
  };
}

function sentence(event: WebhookEvent): string {
  switch (event.type) {
    case 'rating.updated':
      return `${event.data.displayName} in ${ratingChange(event.data)}`;
    case 'connection.created':
      return `${event.data.displayName} connected to the club`;
    case 'connection.revoked':
      return `${event.data.displayName} disconnected from the club`;
    case 'webhook.test':
      return 'A test event';
    default:
      return 'An event of a type the club does not know';
  }
}

// For a player who did not let the club read the rating, the event has no figures.
function ratingChange({ sport, previousRating, newRating }: RatingUpdate): string {
  if (newRating === undefined) return `${sportName(sport)}: the rating changed`;
  if (newRating === null) return `${sportName(sport)}: not rated any more`;
  if (typeof previousRating !== 'number')
    return `${sportName(sport)}: first rated ${rating(newRating)}`;
  return `${sportName(sport)}: ${rating(previousRating)} → ${rating(newRating)}`;
}
