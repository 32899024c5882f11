import { Buffer } from 'node:buffer';
import { randomFillSync } from 'node:crypto';

const alphabet = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz');
const prefix = 'req_';
const timeLetters = 10;
const randomLetters = 16;

// An id is written into one piece of memory: joined letter by letter it would be a tree of strings,
// which costs more to send than everything else the stubs do for a request.
const text = Buffer.alloc(prefix.length + timeLetters + randomLetters, prefix, 'latin1');
const pool = new Uint8Array(256 * randomLetters);
let used = pool.length;
let stampedAt = Number.NaN;

/**
 * A new request id: a TypeID with the prefix `req`, so a UUIDv7 in Crockford's base 32. Ids sort by
 * the millisecond they were made in.
 *
 * @param now - milliseconds since 1970.
 */
export function newRequestId(now: number = Date.now()): string {
  if (now !== stampedAt) writeTime(now);
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const start = prefix.length + timeLetters;
  for (let index = 0; index < randomLetters; index += 1) {
    text[start + index] = letter(pool[used + index] ?? 0);
  }
  // RFC 9562 §5.7: the 80 bits after the time are the version, 7, and 12 random bits, then the
  // variant, 2, and 62 random bits.
  text[start] = letter(0b01110 | ((pool[used] ?? 0) & 1));
  text[start + 3] = letter(((pool[used + 3] ?? 0) & 0b10011) | 0b01000);
  used += randomLetters;
  return text.toString('latin1');
}

function letter(bits: number): number {
  return alphabet[bits & 31] ?? 0;
}

// Two zero bits and the 48 bits of the time make ten letters.
function writeTime(now: number): void {
  let rest = now;
  for (let index = timeLetters - 1; index >= 0; index -= 1) {
    text[prefix.length + index] = letter(rest % 32);
    rest = Math.floor(rest / 32);
  }
  stampedAt = now;
}
