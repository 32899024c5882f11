import type { RatingUpdate } from '@partner-rating/client';
import type { WebhookEvent } from '@partner-rating/client/webhooks';
import { formatRating, formatTime, sportName } from '../pages/format.ts';
import type { ReceivedEvent } from './received-events.ts';

/** An event as a page shows it. */
export interface EventView {
  id: string;
  type: string;
  sentence: string;
  receivedAt: string;
  clockTime: string;
  headers: [name: string, value: string][];
  body: string;
}

export function eventView({ id, event, receivedAt, headers, body }: ReceivedEvent): EventView {
  return {
    id,
    type: event.type,
    sentence: eventSentence(event),
    receivedAt: receivedAt.toISOString(),
    clockTime: formatTime(receivedAt),
    headers: Object.entries(headers),
    body: JSON.stringify(JSON.parse(body), null, 2),
  };
}

/** What an event says, in a sentence. */
export function eventSentence(event: WebhookEvent): string {
  switch (event.type) {
    case 'rating.updated':
      return `${event.data.displayName} in ${ratingChange(event.data)}`;
    case 'connection.created':
      return `${event.data.displayName} connected to the club`;
    case 'connection.revoked':
      return `${event.data.displayName} disconnected from the club`;
    case 'match.confirmed':
      return `${event.data.displayName ?? 'A player'} confirmed the match ${event.data.identifier}`;
    case 'match.disputed':
      return `${event.data.displayName ?? 'A player'} objects to the match ${event.data.identifier}`;
    case 'webhook.test':
      return 'A test event';
    default:
      return 'An event of a type the club does not know';
  }
}

// The event of a player who did not let the club read the rating has no numbers.
function ratingChange({ sport, previousRating, newRating }: RatingUpdate): string {
  if (newRating === undefined) return `${sportName(sport)}: the rating changed`;
  if (newRating === null) return `${sportName(sport)}: no longer rated`;
  if (typeof previousRating !== 'number')
    return `${sportName(sport)}: first rated ${formatRating(newRating)}`;
  return `${sportName(sport)}: ${formatRating(previousRating)} → ${formatRating(newRating)}`;
}
