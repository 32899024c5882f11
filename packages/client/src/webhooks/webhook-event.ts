import type { WebhookEvents } from '../generated/webhook-events.gen.ts';

/**
 * An event of a type this version knows. Its `type` tells which, and so what `data` holds.
 *
 * @example
 * const sample: KnownWebhookEvent = {
 *   type: 'webhook.test',
 *   timestamp: '2026-09-12T18:04:11Z',
 *   data: { message: 'A test.' },
 * };
 */
export type KnownWebhookEvent = WebhookEvents[keyof WebhookEvents];

/**
 * The type of an event that was added after this version: any other string. It is opaque, so that
 * a comparison with a known type narrows a `WebhookEvent`, and one with a mistyped type is an error;
 * as a string it compares with anything.
 *
 * @example
 * const type: string = event.type;
 * if (type === 'club.closed') closeClub(event.data);
 */
export declare enum UnknownWebhookEventType {
  any = 'any other type',
}

/**
 * An event of a type that was added after this version. Pass over it.
 *
 * @example
 * default:
 *   log(`${event.type} is not handled here.`);
 */
export interface UnknownWebhookEvent {
  type: UnknownWebhookEventType;
  timestamp: string;
  data: unknown;
}

/**
 * An event as the service sends it. More types may be added, so do nothing for one you do not know.
 *
 * @example
 * switch (event.type) {
 *   case 'rating.updated':
 *     await keepRating(event.data);
 *     break;
 *   case 'connection.revoked':
 *     await forgetPlayer(event.data.id);
 *     break;
 * }
 */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;
