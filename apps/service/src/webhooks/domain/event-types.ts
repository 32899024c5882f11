import { eventTypes } from '@partner-rating/server/catalogue';

export type EventType = (typeof eventTypes)[number]['type'];

/** Every type of event the service sends. */
export const EVENT_TYPES: readonly EventType[] = eventTypes.map(({ type }) => type);
