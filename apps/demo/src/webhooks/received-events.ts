import type { RatingUpdate } from '@partner-rating/client';
import type { WebhookEvent } from '@partner-rating/client/webhooks';
import { formatRating, formatTime, sportName } from '../pages/format.ts';

/** An event whose signature was verified. */
export interface ReceivedEvent {
  id: string;
  receivedAt: Date;
  event: WebhookEvent;
  /** The header fields of Standard Webhooks and the body, as received. */
  headers: Record<string, string>;
  body: string;
}

export interface ReceivedEvents {
  /** Adds an event, unless an event with its id was already added: the service may deliver an event twice. */
  add: (event: ReceivedEvent) => void;
  /** Returns the events received after the event with that id, newest first; all events if that id is unknown. */
  after: (id?: string) => ReceivedEvent[];
  /** Calls the listener with each event as it is added, until the returned function is called. */
  listen: (listener: (event: ReceivedEvent) => void) => () => void;
}

const MAX_EVENTS = 50;

/** The latest events, in memory. */
export function createReceivedEvents(): ReceivedEvents {
  const events: ReceivedEvent[] = [];
  const listeners = new Set<(event: ReceivedEvent) => void>();
  return {
    add: (event) => {
      if (events.some(({ id }) => id === event.id)) return;
      events.unshift(event);
      events.splice(MAX_EVENTS);
      for (const listener of listeners) listener(event);
    },
    after: (id) => {
      const index = events.findIndex((event) => event.id === id);
      return events.slice(0, index === -1 ? undefined : index);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

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

/** Returns a sentence that describes an event. */
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
      return `${event.data.displayName ?? 'A player'} disputes the match ${event.data.identifier}`;
    case 'webhook.test':
      return 'A test event';
    default:
      return `An event of the type ${event.type}`;
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
