import type { WebhookEvents } from '../generated/webhook-events.gen.ts';

/**
 * An event of a type that this version knows. `type` narrows `data`.
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
 * The type of an event that was added after this version: any other string. It is opaque, so that a
 * comparison with a known type narrows a `WebhookEvent`, and one with a mistyped type does not compile;
 * as a string it compares with anything.
 *
 * @example
 * const type: string = event.type;
 * if (type === 'club.closed') report(event.data);
 */
export declare enum UnknownWebhookEventType {
  any = 'any other type',
}

/**
 * An event of a type that was added after this version. Ignore it.
 *
 * @example
 * const { event } = await verifyWebhook(request, { secret });
 * switch (event.type) {
 *   case 'rating.updated':
 *     report(event.data.displayName, event.data.newRating);
 *     break;
 *   default:
 *     report(`${event.type} is not handled here.`);
 * }
 */
export interface UnknownWebhookEvent {
  /** Which type, as a string. */
  type: UnknownWebhookEventType;
  /** When it happened (RFC 3339). */
  timestamp: string;
  /** The data of the event; check it before you use it. */
  data: unknown;
}

/**
 * An event of the service. More types may be added, so ignore one that you do not know.
 *
 * @example
 * const event: WebhookEvent = (await verifyWebhook(request, { secret })).event;
 * if (event.type === 'rating.updated') report(event.data.displayName, event.data.newRating);
 * if (event.type === 'connection.revoked') report(event.data.displayName, 'disconnected');
 */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;
