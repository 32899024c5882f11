import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/** Random bytes in a signing secret; Standard Webhooks asks for 24 to 64. */
export const SIGNING_SECRET_BYTES = 32;

/** A signing secret as Standard Webhooks writes it. */
export function toSigningSecret(bytes: Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(bytes).toString('base64');
}

export interface Message {
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
  return createHmac('sha256', keyOf(secret)).update(content).digest('base64');
}

// Making a key of bytes takes several times as long as signing with it.
const keys = new Map<string, KeyObject>();
const MOST_KEYS = 1_000;

function keyOf(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  if (keys.size >= MOST_KEYS) keys.clear();
  const key = createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64');
  keys.set(secret, key);
  return key;
}
