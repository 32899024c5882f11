import { WebhookVerificationError } from '../core/errors/webhook-verification-error.ts';
import type { WebhookEvent } from './webhook-event.ts';

/**
 * Returns the raw bytes of a body.
 *
 * @throws WebhookVerificationError if there is no body.
 * @throws TypeError if the body was already parsed.
 */
export function webhookBytes(body: unknown): Uint8Array {
  if (isMissing(body)) {
    throw new WebhookVerificationError(
      'missing_body',
      'There is no body. Either the request is not a webhook, or nothing has read its body: pass it as ' +
        'bytes or text, for example with express.raw({ type: "*/*" }).',
    );
  }
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  }
  // Without instanceof, because test runners have another ArrayBuffer.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') {
    return new Uint8Array(body as ArrayBuffer);
  }
  throw new TypeError(
    'body must be the raw body of the request, as text or bytes. A parsed body cannot be verified, ' +
      'so use no body parser on this route except one for raw bytes, such as express.raw({ type: "*/*" }).',
  );
}

/**
 * Returns whether there is no body. Servers represent this in several ways: Express 4 uses an empty object.
 * Anyone can send an empty request, so a missing body is not a TypeError, which a receiver would not expect.
 */
function isMissing(body: unknown): boolean {
  if (body === undefined || body === null) return true;
  return Object.getPrototypeOf(body) === Object.prototype && Object.keys(body).length === 0;
}

/**
 * Parses the body of a verified webhook.
 *
 * @throws WebhookVerificationError if the body is not JSON.
 */
export function parseWebhook(body: Uint8Array): WebhookEvent {
  try {
    // A body that is not UTF-8 is not JSON either, and the decoder must not drop any byte of it.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch (cause) {
    throw new WebhookVerificationError(
      'body_not_json',
      'The signature is valid, but the body is not JSON. Report the webhook-id to the operator.',
      cause,
    );
  }
}
