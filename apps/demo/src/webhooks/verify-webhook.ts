import { createHmac, timingSafeEqual } from 'node:crypto';

/** The header fields of Standard Webhooks (standardwebhooks.com). */
export interface WebhookHeaders {
  'webhook-id'?: string | undefined;
  'webhook-timestamp'?: string | undefined;
  'webhook-signature'?: string | undefined;
}

export type Verification = { verified: true; id: string } | { verified: false; reason: string };

const TOLERANCE_SECONDS = 5 * 60;

/**
 * Whether the body, as it came and before anything reads it, was signed with the secret, by
 * HMAC-SHA256 over `id.timestamp.body`. An old message is refused: somebody may send it again.
 */
export function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: Uint8Array,
  now: Date,
): Verification {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (!id || !timestamp || !signatures) {
    return {
      verified: false,
      reason: 'webhook-id, webhook-timestamp or webhook-signature missing',
    };
  }
  const age = now.getTime() / 1_000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(age) > TOLERANCE_SECONDS) {
    return { verified: false, reason: 'webhook-timestamp more than five minutes off' };
  }
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // There are two signatures for a while after the secret was changed.
  const fits = signatures.split(' ').some((signature) => isSignature(signature, expected));
  return fits ? { verified: true, id } : { verified: false, reason: 'no signature fits' };
}

function isSignature(signature: string, expected: Uint8Array): boolean {
  if (!signature.startsWith('v1,')) return false;
  const given = Buffer.from(signature.slice('v1,'.length), 'base64');
  // Compared in constant time, so that nobody learns a signature byte by byte.
  return given.length === expected.length && timingSafeEqual(given, expected);
}
