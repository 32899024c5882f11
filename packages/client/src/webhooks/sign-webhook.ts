import { signature, signedContent, signingKeys, type WebhookSecrets } from './signature.ts';
import type { KnownWebhookEvent } from './webhook-event.ts';
import { webhookIdPattern } from './webhook-headers.ts';

/**
 * The options of `signWebhook`.
 *
 * @example
 * const options: SignWebhookOptions = { secret, sentAt: new Date('2026-09-12T18:04:12Z') };
 */
export interface SignWebhookOptions {
  /** The signing secret, `whsec_…`. Several secrets make several signatures, as after a rotation. */
  secret: WebhookSecrets;
  /** The `webhook-id`. Default: a new one. */
  id?: string;
  /** The time at which it is sent. Default: now. */
  sentAt?: Date;
}

/**
 * A signed webhook: the headers and body of a request to your endpoint.
 *
 * @example
 * const { headers, body }: SignedWebhook = await signWebhook(event, { secret });
 */
export interface SignedWebhook {
  /** The three header fields of Standard Webhooks, and the type of the body. */
  headers: Record<
    'content-type' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature',
    string
  >;
  /** The event as JSON, byte for byte as it is signed. */
  body: string;
}

/**
 * Signs an event like the service, for the tests of your receiver: post `headers` and `body` to it,
 * or pass them to `verifyWebhook`. A string is signed unchanged, for bodies that are not a known event.
 *
 * @throws TypeError for an invalid argument.
 *
 * @example
 * import { example } from '@partner-rating/client/testing';
 *
 * const secret = `whsec_${btoa('a secret for these tests alone')}`;
 * const signed = await signWebhook(example('events.ratingUpdated'), { secret });
 * const request = new Request('https://courtside.example/hooks', { method: 'POST', ...signed });
 * const { event } = await verifyWebhook(request, { secret }); // or pass it to your receiver
 */
export async function signWebhook(
  event: KnownWebhookEvent | string,
  { secret, id = newId(), sentAt = new Date() }: SignWebhookOptions,
): Promise<SignedWebhook> {
  const seconds = Math.floor(sentAt.getTime() / 1_000);
  if (!webhookIdPattern.test(id)) {
    throw new TypeError(
      'id must be 1 to 256 printable ASCII characters, without a space or a full stop.',
    );
  }
  if (!(seconds >= 0)) throw new TypeError('sentAt must be a date since 1970.');
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  if (typeof body !== 'string') throw new TypeError('event must be an event, or the body as text.');
  const content = signedContent(id, String(seconds), new TextEncoder().encode(body));
  const signatures = await Promise.all(signingKeys(secret).map((key) => signature(key, content)));
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatures.join(' '),
    },
    body,
  };
}

function newId(): string {
  return `evt_0${crypto.randomUUID().replaceAll('-', '').slice(0, 25)}`;
}
