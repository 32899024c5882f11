import { Buffer } from 'node:buffer';
import { randomFillSync } from 'node:crypto';

const alphabet = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz');
const prefix = 'req_';
const timeCharacters = 10;
const randomCharacters = 16;

// An id is written into one buffer: if it were concatenated character by character, it would be a tree of strings
// (a rope), which costs more to send than everything else the stubs do for a request.
const text = Buffer.alloc(prefix.length + timeCharacters + randomCharacters, prefix);
const pool = new Uint8Array(256 * randomCharacters);
let used = pool.length;
let encodedTime = Number.NaN;

/**
 * Creates a request id: a TypeID with the prefix `req`, that is, a UUIDv7 in Crockford's base 32. Ids sort by
 * the millisecond of their creation.
 *
 * @param now - milliseconds since 1970.
 */
export function newRequestId(now: number = Date.now()): string {
  if (now !== encodedTime) writeTime(now);
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const start = prefix.length + timeCharacters;
  for (let index = 0; index < randomCharacters; index += 1) {
    text[start + index] = character(pool[used + index] ?? 0);
  }
  // RFC 9562 §5.7: the 80 bits after the time are the version, 7, and 12 random bits, then the
  // variant, 2, and 62 random bits.
  text[start] = character(0b01110 | ((pool[used] ?? 0) & 1));
  text[start + 3] = character(((pool[used + 3] ?? 0) & 0b10011) | 0b01000);
  used += randomCharacters;
  return text.toString('latin1');
}

function character(bits: number): number {
  return alphabet[bits & 31] ?? 0;
}

// Two zero bits and the 48 bits of the time are ten characters of five bits.
function writeTime(now: number): void {
  let rest = now;
  for (let index = timeCharacters - 1; index >= 0; index -= 1) {
    text[prefix.length + index] = character(rest % 32);
    rest = Math.floor(rest / 32);
  }
  encodedTime = now;
}
