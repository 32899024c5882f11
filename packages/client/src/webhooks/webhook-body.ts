import { WebhookVerificationError } from '../core/errors/webhook-verification-error.ts';
import type { WebhookEvent } from './webhook-event.ts';

/**
 * The raw bytes of a body, in whatever form a server has it.
 *
 * @throws WebhookVerificationError where there is none.
 * @throws TypeError where it is no longer raw.
 */
export function webhookBytes(body: unknown): Uint8Array {
  if (isMissing(body)) {
    throw new WebhookVerificationError(
      'missing_body',
      'There is no body. Either the request is no webhook, or nothing read its body: pass it as ' +
        'bytes or text, such as by express.raw({ type: "*/*" }).',
    );
  }
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  }
  // Not by instanceof: test runners have an ArrayBuffer of their own.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') {
    return new Uint8Array(body as ArrayBuffer);
  }
  throw new TypeError(
    'body must be the raw body of the request, as text or bytes. A parsed body cannot be verified, ' +
      'so use no body parser on this route, such as by express.raw({ type: "*/*" }).',
  );
}

/**
 * Whether there is no body. Servers represent that in several ways: Express 4 has an empty object.
 * Anyone can cause it by posting nothing, so it is no TypeError, which a receiver would not expect.
 */
function isMissing(body: unknown): boolean {
  if (body === undefined || body === null) return true;
  return Object.getPrototypeOf(body) === Object.prototype && Object.keys(body).length === 0;
}

/**
 * Parses the body of a verified webhook.
 *
 * @throws WebhookVerificationError where it is not JSON.
 */
export function parseWebhook(body: Uint8Array): WebhookEvent {
  try {
    // A body that is not UTF-8 is no JSON either, and no byte of it is dropped.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch (cause) {
    throw new WebhookVerificationError(
      'body_not_json',
      'The webhook is signed, but its body is not JSON. Report its webhook-id.',
      cause,
    );
  }
}
