import { WebhookVerificationError } from '../core/errors/webhook-verification-error.ts';
import {
  isSameSignature,
  signature,
  signedContent,
  signingKeys,
  type WebhookSecrets,
} from './signature.ts';
import { parseWebhook, webhookBytes } from './webhook-body.ts';
import type { WebhookEvent } from './webhook-event.ts';
import { type WebhookHeaders, webhookHeaderValues } from './webhook-headers.ts';

/**
 * A request to your webhook endpoint: its headers, and its body as it came, in bytes or as text. A
 * body that was parsed and written again has other bytes, and no signature fits it any more.
 *
 * @example
 * const received: ReceivedWebhook = { headers: request.headers, body: await request.text() };
 */
export interface ReceivedWebhook {
  /** As your server has them. */
  headers: WebhookHeaders;
  /** Nothing where the request has none: anybody can post to your address. */
  body: string | Uint8Array | ArrayBuffer | null | undefined;
}

/**
 * The `Request` of the Fetch standard, whose body nobody has read yet: what a handler is given in
 * Deno, Bun, Cloudflare Workers, Next.js, Hono and others.
 *
 * @example
 * const received: WebhookRequest = request; // the one that your handler is given
 */
export interface WebhookRequest {
  /** The header fields. */
  readonly headers: { get(name: string): string | null };
  /** Reads the body. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * How webhooks are verified.
 *
 * @example
 * const options: VerifyWebhookOptions = { secret: process.env.WEBHOOK_SECRET ?? '' };
 */
export interface VerifyWebhookOptions {
  /** The signing secret of your endpoint, `whsec_…`; several where you change it. */
  secret: WebhookSecrets;
  /** Seconds that the clocks may differ, both ways. 300 where it is left out. */
  toleranceSeconds?: number;
  /** Tells what time it is; for tests. */
  clock?: () => Date;
}

/**
 * A webhook that the service signed for you.
 *
 * @example
 * const { id, event }: VerifiedWebhook = await verifyWebhook(request, { secret });
 */
export interface VerifiedWebhook {
  /** The `webhook-id`, `evt_…`: the same whenever this event is sent again. Handle each once. */
  id: string;
  /** When this attempt was made, in whole seconds; `event.timestamp` is when the event happened. */
  sentAt: Date;
  /** The body, parsed. */
  event: WebhookEvent;
}

const defaultToleranceSeconds = 300;

/**
 * Verifies a webhook as Standard Webhooks says (https://www.standardwebhooks.com), and gives what
 * it tells. Takes a `Request`, or the headers and the body as they came. Nothing is called, and
 * nothing but Web Crypto is needed.
 *
 * One signature that fits is enough, so a change of the secret needs no pause: give the new secret
 * and the old one until all is signed with the new. Signatures of other versions are passed over.
 *
 * @throws WebhookVerificationError where it is not to be trusted; `code` says why. Answer 401.
 * @throws TypeError where what is given cannot be used, such as a body that was parsed already.
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
  const keys = signingKeys(options.secret);
  const { id, timestamp, signatures } = webhookHeaderValues(received.headers);
  checkTime(Number(timestamp), options);
  const body = 'arrayBuffer' in received ? await received.arrayBuffer() : received.body;
  const bytes = webhookBytes(body);
  const content = signedContent(id, timestamp, bytes);
  if (!(await isSigned(keys, content, signatures.split(' ')))) {
    throw new WebhookVerificationError(
      'no_matching_signature',
      'No signature in webhook-signature fits. Check that the secret is the one of this endpoint, ' +
        'and that the body is given as it came, before anything parses it.',
    );
  }
  return { id, sentAt: new Date(Number(timestamp) * 1_000), event: parseWebhook(bytes) };
}

function checkTime(sentAt: number, options: VerifyWebhookOptions): void {
  const { toleranceSeconds = defaultToleranceSeconds, clock = () => new Date() } = options;
  if (!(toleranceSeconds >= 0)) throw new TypeError('toleranceSeconds is a number from 0 up.');
  const age = Math.floor(clock().getTime() / 1_000) - sentAt;
  if (Number.isNaN(age)) throw new TypeError('clock gives a date that is none.');
  if (age > toleranceSeconds) {
    throw new WebhookVerificationError(
      'timestamp_too_old',
      `The webhook was sent ${age} seconds ago, longer than the ${toleranceSeconds} that are ` +
        'tolerated. Somebody may have kept it, or the clock of this machine is fast.',
    );
  }
  if (-age > toleranceSeconds) {
    throw new WebhookVerificationError(
      'timestamp_too_new',
      `The webhook is dated ${-age} seconds ahead, more than the ${toleranceSeconds} that are ` +
        'tolerated. The clock of this machine may be slow.',
    );
  }
}

async function isSigned(
  keys: Uint8Array<ArrayBuffer>[],
  content: Uint8Array<ArrayBuffer>,
  given: string[],
): Promise<boolean> {
  for (const key of keys) {
    // Once for each secret, however many signatures somebody puts into the header.
    const expected = await signature(key, content);
    if (given.some((one) => isSameSignature(one, expected))) return true;
  }
  return false;
}
