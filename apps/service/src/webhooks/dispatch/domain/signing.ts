import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const SECRET_PREFIX = 'whsec_';

/** Random bytes in a signing secret; Standard Webhooks asks for 24 to 64. */
export const SIGNING_SECRET_BYTES = 32;

/** A signing secret as Standard Webhooks writes it. */
export function toSigningSecret(bytes: Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(bytes).toString('base64');
}

interface Message {
  id: string;
  /** When this attempt is made. */
  timestamp: Date;
  /** The exact body that is sent. */
  payload: string;
}

/** The three header fields of Standard Webhooks; several secrets give several signatures. */
export function signatureHeaders(message: Message, secrets: readonly string[]) {
  const timestamp = Math.floor(message.timestamp.getTime() / 1_000);
  const content = `${message.id}.${timestamp}.${message.payload}`;
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${hmac(secret, content)}`).join(' '),
  };
}

/** All header fields of a delivery. */
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

/** A secret that was replaced and still signs beside the newest. */
export interface PreviousSecret {
  secret: string;
  expiresAt: Date;
}

const OVERLAP_MILLISECONDS = 24 * 60 * 60 * 1_000;

// Each is one more signature in the header field of every event.
const MAX_PREVIOUS = 10;

/** When a secret that is replaced now signs no longer. */
export function endOfOverlap(now: Date): Date {
  return new Date(now.getTime() + OVERLAP_MILLISECONDS);
}

/**
 * Replaces the secret, and gives those that still sign, the last replaced first. None is ended by
 * the next rotation: after one whose answer was lost, the receiver knows only an older one.
 */
export function supersede(
  secret: string,
  previous: readonly PreviousSecret[],
  now: Date,
): PreviousSecret[] {
  const signing = previous.filter(({ expiresAt }) => expiresAt > now);
  return [{ secret, expiresAt: endOfOverlap(now) }, ...signing].slice(0, MAX_PREVIOUS);
}
