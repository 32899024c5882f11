import { WebhookVerificationError } from '../core/errors/webhook-verification-error.ts';
import {
  constantTimeEqual,
  signature,
  signedContent,
  signingKeys,
  type WebhookSecrets,
} from './signature.ts';
import { parseWebhook, webhookBytes } from './webhook-body.ts';
import type { WebhookEvent } from './webhook-event.ts';
import { type WebhookHeaders, webhookHeaderValues } from './webhook-headers.ts';

/**
 * A request to your webhook endpoint: its headers, and its raw body as bytes or text. A body that
 * was parsed and serialized again has other bytes, so no signature matches it.
 *
 * @example
 * const received: ReceivedWebhook = { headers: request.headers, body: await request.text() };
 */
export interface ReceivedWebhook {
  /** The headers, in the form in which your server has them. */
  headers: WebhookHeaders;
  /** The raw body; undefined or null if the request has none. */
  body: string | Uint8Array | ArrayBuffer | null | undefined;
}

/**
 * The `Request` of the Fetch standard, with an unread body, as handlers receive it in Deno, Bun,
 * Cloudflare Workers, Next.js, Hono and others.
 *
 * @example
 * const received: WebhookRequest = request; // the one that your handler receives
 */
export interface WebhookRequest {
  /** The header fields. */
  readonly headers: {
    /** Returns the value of a header field, or null if it is missing. */
    get: (name: string) => string | null;
  };
  /** Whether something has read the body. */
  readonly bodyUsed?: boolean;
  /** Reads the body. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * The options of `verifyWebhook`.
 *
 * @example
 * const options: VerifyWebhookOptions = { secret: process.env.WEBHOOK_SECRET ?? '' };
 */
export interface VerifyWebhookOptions {
  /** The signing secret of your endpoint, `whsec_…`; several during a rotation. */
  secret: WebhookSecrets;
  /** The tolerated clock difference in seconds, in both directions. Default: 300. */
  toleranceSeconds?: number;
  /** Returns the current time; for tests. */
  clock?: () => Date;
}

/**
 * A webhook with a valid signature.
 *
 * @example
 * const { id, event }: VerifiedWebhook = await verifyWebhook(request, { secret });
 */
export interface VerifiedWebhook {
  /** The `webhook-id`, `evt_…`: the same if this event is redelivered. Handle each event once. */
  id: string;
  /** When this attempt was sent, in whole seconds; `event.timestamp` is when the event happened. */
  sentAt: Date;
  /** The parsed body. */
  event: WebhookEvent;
}

const defaultToleranceSeconds = 300;

/**
 * Verifies a webhook by Standard Webhooks (https://www.standardwebhooks.com), and returns its event.
 * Takes a `Request`, or the headers and the raw body. It makes no calls, and needs only Web Crypto.
 *
 * One valid signature is enough, so a rotation needs no downtime: pass the new secret and the old one
 * until the service signs all events with the new secret. Signatures of other versions are ignored.
 *
 * @throws WebhookVerificationError if you cannot trust the webhook; `code` says why. Answer 401.
 * @throws TypeError for an invalid argument, such as a parsed body.
 *
 * @example
 * const { id, event } = await verifyWebhook(request, { secret: process.env.WEBHOOK_SECRET ?? '' });
 *
 * @example
 * import { buffer } from 'node:stream/consumers';
 *
 * const body = await buffer(incomingMessage);
 * const { id, event } = await verifyWebhook({ headers: incomingMessage.headers, body }, { secret });
 */
export async function verifyWebhook(
  received: ReceivedWebhook | WebhookRequest,
  options: VerifyWebhookOptions,
): Promise<VerifiedWebhook> {
  if (Object(received) !== received || Object(options) !== options) {
    throw new TypeError(
      'Call verifyWebhook(request, { secret }), or verifyWebhook({ headers, body }, { secret }).',
    );
  }
  const keys = signingKeys(options.secret);
  const { id, timestamp, signatures } = webhookHeaderValues(received.headers);
  checkTime(Number(timestamp), options);
  const body = 'arrayBuffer' in received ? await unreadBody(received) : received.body;
  const bytes = webhookBytes(body);
  const content = signedContent(id, timestamp, bytes);
  if (!(await isSigned(keys, content, signatures.split(' ')))) {
    throw new WebhookVerificationError(
      'no_matching_signature',
      'No signature in webhook-signature matches. Check that you pass the secret of this endpoint, ' +
        'and the raw body, as it was before any parser.',
    );
  }
  return { id, sentAt: new Date(Number(timestamp) * 1_000), event: parseWebhook(bytes) };
}

async function unreadBody(request: WebhookRequest): Promise<ArrayBuffer> {
  if (request.bodyUsed) {
    throw new TypeError(
      'Something has already read the body of the request, such as a middleware. Pass the unread request, or ' +
        '{ headers, body } with the text or bytes that were read.',
    );
  }
  return await request.arrayBuffer();
}

function checkTime(sentAt: number, options: VerifyWebhookOptions): void {
  const { toleranceSeconds = defaultToleranceSeconds, clock = () => new Date() } = options;
  if (typeof toleranceSeconds !== 'number' || !(toleranceSeconds >= 0))
    throw new TypeError('toleranceSeconds must be a number of at least 0.');
  if (typeof clock !== 'function')
    throw new TypeError('clock must be a function that returns a Date.');
  const age = Math.floor(clock().getTime() / 1_000) - sentAt;
  if (Number.isNaN(age)) throw new TypeError('clock must return a valid date.');
  if (age > toleranceSeconds) {
    throw new WebhookVerificationError(
      'timestamp_too_old',
      `The webhook was sent ${age} seconds ago, and ${toleranceSeconds} seconds are ` +
        'tolerated. It may be a replay, or the clock of this machine is fast.',
    );
  }
  if (-age > toleranceSeconds) {
    throw new WebhookVerificationError(
      'timestamp_too_new',
      `The timestamp of the webhook is ${-age} seconds in the future, and ${toleranceSeconds} seconds are ` +
        'tolerated. The clock of this machine may be slow.',
    );
  }
}

async function isSigned(
  keys: Uint8Array<ArrayBuffer>[],
  content: Uint8Array<ArrayBuffer>,
  received: string[],
): Promise<boolean> {
  for (const key of keys) {
    // Computed once per secret, even if the header has many signatures.
    const expected = await signature(key, content);
    if (received.some((one) => constantTimeEqual(one, expected))) return true;
  }
  return false;
}
