/** Every type of event the service sends. */
export const EVENT_TYPES = [
  'rating.updated',
  'connection.created',
  'connection.revoked',
  'webhook.test',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
