import { createHmac } from 'node:crypto';

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

function hmac(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
