const secretPrefix = 'whsec_';

// Standard Webhooks requires 192 to 512 bits. A shorter key was truncated while it was copied.
const minKeyBytes = 24;
const maxKeyBytes = 64;

/**
 * One secret, or several during a rotation: each secret signs, and one valid signature is enough.
 *
 * @example
 * const rotated = await client.webhooks.rotateSecret('whe_01k4yh1w3e7r2t6y9p4q8s5d0a');
 * const secrets: WebhookSecrets = [rotated.secret, secret];
 */
export type WebhookSecrets = string | readonly string[];

/**
 * Returns the keys of secrets in the format of Standard Webhooks: `whsec_` and the key in Base64.
 *
 * @throws TypeError for an invalid secret. The message does not contain the secret.
 */
export function signingKeys(secrets: WebhookSecrets): Uint8Array<ArrayBuffer>[] {
  const list = typeof secrets === 'string' ? [secrets] : secrets;
  if (!Array.isArray(list) || list.length === 0) throw invalidSecret();
  return list.map(signingKey);
}

function signingKey(secret: unknown): Uint8Array<ArrayBuffer> {
  if (typeof secret !== 'string' || !secret.startsWith(secretPrefix)) throw invalidSecret();
  const key = bytesOfBase64(secret.slice(secretPrefix.length));
  if (!key || key.length < minKeyBytes || key.length > maxKeyBytes) throw invalidSecret();
  return key;
}

function invalidSecret(): TypeError {
  return new TypeError(
    'secret must be the signing secret of your webhook endpoint: whsec_ and the complete key in Base64, ' +
      'without spaces. webhooks.createEndpoint returns it when it creates the endpoint, and ' +
      'webhooks.rotateSecret returns a new one.',
  );
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  // Checked here because atob also accepts text with spaces.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Returns the signed content: `id.timestamp.body`, with the raw bytes of the body. */
export function signedContent(
  id: string,
  timestamp: string,
  body: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const start = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(start.length + body.length);
  content.set(start);
  content.set(body, start.length);
  return content;
}

/** Returns a signature of the header `webhook-signature`: `v1,` and an HMAC-SHA256 in Base64. */
export async function signature(
  key: Uint8Array<ArrayBuffer>,
  content: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  const code = new Uint8Array(await crypto.subtle.sign('HMAC', imported, content));
  return `v1,${btoa(String.fromCharCode(...code))}`;
}

/**
 * Returns whether two signatures are equal, in constant time, so that a timing attack cannot find a signature
 * character by character.
 */
export function constantTimeEqual(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index += 1) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}
