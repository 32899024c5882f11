import { createHash, randomBytes } from 'node:crypto';

/** What a secret is for, readable from its first letters in a log or a leak report. */
export type SecretPrefix = 'prk_' | 'pra_' | 'prr_' | 'prc_';

const SECRET_BYTES = 32;

/** 256 random bits behind a prefix that says what the secret is for. */
export function newSecret(prefix: SecretPrefix | ''): string {
  return prefix + randomBytes(SECRET_BYTES).toString('base64url');
}

// A fast hash is enough: the secrets are 256 random bits, so there is nothing to guess.
export function hashSecret(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}
