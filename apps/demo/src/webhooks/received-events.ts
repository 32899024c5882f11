import type { WebhookEvent } from '@partner-rating/client/webhooks';

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
  /** Adds an event, unless one with its id was added: the service may deliver an event twice. */
  add: (event: ReceivedEvent) => void;
  /** The events received after the one with that id, newest first; all of them where it is not known here. */
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
