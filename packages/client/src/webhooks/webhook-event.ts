import type { UnknownWebhookEvent, WebhookEvent } from '../generated/types.gen.ts';

export type {
  UnknownWebhookEvent,
  UnknownWebhookEventType,
  WebhookEvent,
} from '../generated/types.gen.ts';

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
export type KnownWebhookEvent = Exclude<WebhookEvent, UnknownWebhookEvent>;
