import type { FaultItem } from '@partner-rating/server';
import { EVENT_TYPES } from './event-types.ts';

/** The faults of a list of event types in a request: those of which there is no event. */
export function eventFaults(events: readonly string[] = []): FaultItem[] {
  const known: readonly string[] = EVENT_TYPES;
  return events.flatMap((type, index) => {
    if (known.includes(type)) return [];
    const detail = `There is no such event; send any of ${known.join(', ')}.`;
    return [{ pointer: `/events/${index}`, code: 'unknown_event', detail }];
  });
}
