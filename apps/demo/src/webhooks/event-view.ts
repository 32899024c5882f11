import type { RatingUpdate } from '@partner-rating/client';
import { clockTime, rating, sportName } from '../pages/words.ts';
import type { ReceivedEvent, WebhookEvent } from './received-events.ts';

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

function sentence({ type, data }: WebhookEvent): string {
  const { displayName = 'A player' } = data as { displayName?: string };
  switch (type) {
    case 'rating.updated':
      return `${displayName} in ${ratingChange(data as RatingUpdate)}`;
    case 'connection.created':
      return `${displayName} connected to the club`;
    case 'connection.revoked':
      return `${displayName} disconnected from the club`;
    case 'webhook.test':
      return 'A test event';
    default:
      return 'An event of a type the club does not know';
  }
}

// Whoever did not grant the club to read the rating has no figures in the event.
function ratingChange({ sport, previousRating, newRating }: RatingUpdate): string {
  if (newRating === undefined) return `${sportName(sport)}: the rating changed`;
  if (newRating === null) return `${sportName(sport)}: not rated any more`;
  if (typeof previousRating !== 'number')
    return `${sportName(sport)}: first rated ${rating(newRating)}`;
  return `${sportName(sport)}: ${rating(previousRating)} → ${rating(newRating)}`;
}
