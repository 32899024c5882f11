import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const SECRET_PREFIX = 'whsec_';

/** The number of random bytes of a signing secret. Standard Webhooks requires 24 to 64. */
export const SIGNING_SECRET_BYTES = 32;

/** Returns a signing secret in the form of Standard Webhooks. */
export function toSigningSecret(bytes: Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(bytes).toString('base64');
}

interface Message {
  id: string;
  /** The time of this attempt. */
  timestamp: Date;
  /** The exact body that is sent. */
  payload: string;
}

/** Returns the three header fields of Standard Webhooks, with one signature for each secret. */
export function signatureHeaders(message: Message, secrets: readonly string[]) {
  const timestamp = Math.floor(message.timestamp.getTime() / 1_000);
  const content = `${message.id}.${timestamp}.${message.payload}`;
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${hmac(secret, content)}`).join(' '),
  };
}

/** Returns all header fields of a delivery. */
export function deliveryHeaders(message: Message, secrets: readonly string[]) {
  return {
    'content-type': 'application/json',
    'user-agent': 'Partner-Rating-Service',
    ...signatureHeaders(message, secrets),
  };
}

function hmac(secret: string, content: string): string {
  return createHmac('sha256', keys.memo(secret)).update(content).digest('base64');
}

// Creating a key from bytes takes several times as long as signing with it.
const keys = new LRUCache<string, KeyObject>({ max: 1_000, memoMethod: createKey });

function createKey(secret: string): KeyObject {
  return createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64');
}

/** A replaced secret that still signs. */
export interface PreviousSecret {
  secret: string;
  expiresAt: Date;
}

const OVERLAP_MILLISECONDS = 24 * 60 * 60 * 1_000;

// Each adds a signature to the header field of every event.
const MAX_PREVIOUS = 10;

/** Returns when a secret that is replaced now stops signing. */
export function endOfOverlap(now: Date): Date {
  return new Date(now.getTime() + OVERLAP_MILLISECONDS);
}

/**
 * Replaces the secret, and returns the earlier secrets that still sign, the latest first. The next rotation does not end them,
 * because a receiver that lost the answer to a rotation knows only an older secret.
 */
export function supersede(
  secret: string,
  previous: readonly PreviousSecret[],
  now: Date,
): PreviousSecret[] {
  const signing = previous.filter(({ expiresAt }) => expiresAt > now);
  return [{ secret, expiresAt: endOfOverlap(now) }, ...signing].slice(0, MAX_PREVIOUS);
}
