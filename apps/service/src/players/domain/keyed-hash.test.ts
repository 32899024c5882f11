import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paddedKey } from './keyed-hash.ts';

const sha256 = (...parts: Uint8Array[]) =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

it('hashes with a padded key as HMAC-SHA-256 does with the key', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.uint8Array(), (key, value) => {
      const { inner, outer } = paddedKey(key);
      const hmac = createHmac('sha256', key).update(value).digest();
      expect(sha256(outer, sha256(inner, value))).toEqual(hmac);
    }),
  );
});
