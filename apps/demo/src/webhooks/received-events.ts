import type { WebhookEvent } from '@partner-rating/client/webhooks';

/** An event whose signature was verified. */
export interface ReceivedEvent {
  /** Grows with every event received. */
  number: number;
  id: string;
  receivedAt: Date;
  event: WebhookEvent;
  /** The header fields of Standard Webhooks and the body, as received. */
  headers: Record<string, string>;
  body: string;
}

export interface ReceivedEvents {
  /** Adds an event, unless one with its id was added: the service may deliver an event twice. */
  add: (event: Omit<ReceivedEvent, 'number'>) => void;
  /** The events received after the one with that number, newest first. */
  after: (number: number) => ReceivedEvent[];
}

const MAX_EVENTS = 50;

/** The latest events, in memory. */
export function createReceivedEvents(): ReceivedEvents {
  const events: ReceivedEvent[] = [];
  let count = 0;
  return {
    add: (event) => {
      if (events.some(({ id }) => id === event.id)) return;
      count += 1;
      events.unshift({ ...event, number: count });
      events.splice(MAX_EVENTS);
    },
    after: (number) => events.filter((event) => event.number > number),
  };
}
