import crypto, { createHash } from 'node:crypto';
import { type Random, seededRandom } from '@partner-rating/service/src/platform/random.ts';

// Callers that read random bytes in advance keep them for later stories, so they must not affect
// the others.
const STORE_BYTES = 256;

let random: Random = seededRandom(0);
let stored: Random = seededRandom(0);
let fills = 0;

/** Seeds the randomness of this process. */
export function seedEntropy(seed: number): void {
  random = seededRandom(seed);
  stored = seededRandom(seed ^ 0x5bd1e995);
}

const randomBytes = (size: number) => fill(Buffer.alloc(size));
const getRandomValues = <Values extends NodeJS.ArrayBufferView>(values: Values): Values => {
  fill(Buffer.from(values.buffer, values.byteOffset, values.byteLength));
  return values;
};

/** The replacements in `node:crypto`, by name. */
export const sources = {
  randomBytes,
  randomFillSync: getRandomValues,
  randomUUID,
  randomInt: (limit: number) => Math.floor(random() * limit),
  argon2: cheapHash,
};

/**
 * Replaces the sources of randomness of this process before the service is loaded. The same seed
 * then gives the same secrets, identifiers, and jitter. Password hashes are cheap, because nobody
 * attacks them.
 */
export function installEntropy(): void {
  Object.assign(crypto, sources);
  Object.assign(globalThis.crypto, { getRandomValues, randomUUID });
  Math.random = () => random();
}

/** The number of requests for random bytes. */
export const filled = (): number => fills;

function fill(bytes: Buffer): Buffer {
  fills += 1;
  // Only request ids read more bytes at once, and nothing depends on them.
  if (bytes.length > STORE_BYTES) return bytes.fill(0);
  const source = bytes.length < STORE_BYTES ? random : stored;
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = Math.floor(source() * 256);
  return bytes;
}

function randomUUID(): string {
  const hex = fill(Buffer.alloc(16)).toString('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return `${parts.join('-')}-${hex.slice(20)}`;
}

function cheapHash(
  _algorithm: string,
  { message, nonce, tagLength }: { message: string; nonce: Uint8Array; tagLength: number },
  callback: (error: null, tag: Buffer) => void,
): void {
  const tag = createHash('sha256').update(nonce).update(message).digest();
  process.nextTick(callback, null, tag.subarray(0, tagLength));
}
