import type { PaddedKey } from '../store/keyed-hash-key.ts';

/**
 * Hashes by HMAC-SHA-256 with the key of the database, in hexadecimal: the same value is recognised,
 * and nobody who reads the database can find out by guessing what it was.
 */
export type KeyedHash = (value: string | Uint8Array) => string;

const BLOCK_BYTES = 64;

/** @param key At most 64 bytes. */
export function paddedKey(key: Uint8Array): PaddedKey {
  const padded = new Uint8Array(BLOCK_BYTES);
  padded.set(key);
  return { inner: padded.map((byte) => byte ^ 0x36), outer: padded.map((byte) => byte ^ 0x5c) };
}
