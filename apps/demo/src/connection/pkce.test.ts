import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { newPkcePair } from './pkce.ts';

it('makes a verifier of RFC 7636 and the challenge that is its hash', () => {
  const { verifier, challenge } = newPkcePair();
  expect(verifier).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(challenge).toBe(createHash('sha256').update(verifier).digest('base64url'));
  expect(newPkcePair().verifier).not.toBe(verifier);
});
