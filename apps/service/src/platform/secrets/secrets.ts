import { createHash, createHmac, randomBytes } from 'node:crypto';

/** What a secret is for, readable from its first letters in a log or a leak report. */
export type SecretPrefix = 'prk_' | 'pra_' | 'prr_' | 'prc_';

const SECRET_BYTES = 32;

/** 256 random bits behind a prefix that says what the secret is for. */
export function newSecret(prefix: SecretPrefix | ''): string {
  return prefix + randomBytes(SECRET_BYTES).toString('base64url');
}

/** What `deriveSecret` needs beside the secret that another one follows from. */
export function newNonce(): Uint8Array {
  return randomBytes(SECRET_BYTES);
}

/**
 * A secret as good as a new one that follows from another and a nonce: who has only one of the two, as a client
 * that saw the first or a thief of the database, knows nothing of it.
 */
export function deriveSecret(prefix: SecretPrefix, from: string, nonce: Uint8Array): string {
  return prefix + createHmac('sha256', from).update(prefix).update(nonce).digest('base64url');
}

// A fast hash is enough: the secrets are 256 random bits, so there is nothing to guess.
export function hashSecret(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}
