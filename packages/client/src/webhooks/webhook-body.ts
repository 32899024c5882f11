import { WebhookVerificationError } from '../core/errors/webhook-verification-error.ts';
import type { WebhookEvent } from './webhook-event.ts';

/**
 * The bytes of a body, whatever a server has it in.
 *
 * @throws WebhookVerificationError where there is none.
 * @throws TypeError where it is no longer as it came.
 */
export function webhookBytes(body: unknown): Uint8Array {
  if (isMissing(body)) {
    throw new WebhookVerificationError(
      'missing_body',
      'There is no body. Either the request is no webhook, or nothing read its body: give it in ' +
        'bytes or as text, such as by express.raw({ type: "*/*" }).',
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
    'body is the body of the request as it came: text or bytes. What was parsed cannot be verified, ' +
      'so keep body parsers away from this address, such as by express.raw({ type: "*/*" }).',
  );
}

/**
 * Whether there is none. Servers say so in several ways: Express 4 has an empty object. Anybody can
 * bring that about by posting nothing, so it is no TypeError, which a receiver would not expect.
 */
function isMissing(body: unknown): boolean {
  if (body === undefined || body === null) return true;
  return Object.getPrototypeOf(body) === Object.prototype && Object.keys(body).length === 0;
}

/**
 * What a body says whose signature fits.
 *
 * @throws WebhookVerificationError where it is not JSON.
 */
export function parseWebhook(body: Uint8Array): WebhookEvent {
  try {
    // A body that is not UTF-8 is no JSON either, and no sign of it is dropped.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch (cause) {
    throw new WebhookVerificationError(
      'body_not_json',
      'The webhook is signed, but its body is not JSON. Report its webhook-id.',
      cause,
    );
  }
}
