import { createHash } from 'node:crypto';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test, vi } from 'vitest';
import { base64url } from './base64url.ts';
import { generatePkce } from './pkce.ts';
import { generateState } from './state.ts';

describe('a state', () => {
  test('is 256 random bits, URL-safe, and different each time', () => {
    const states = Array.from({ length: 100 }, generateState);
    for (const state of states) expect(state).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(new Set(states).size).toBe(100);
  });
});

testRows([[undefined], [{}]])('without crypto, the error names a polyfill', (crypto) => {
  vi.stubGlobal('crypto', crypto);
  expect(generateState).toThrow(
    'There is no crypto.getRandomValues. Import react-native-get-random-values first.',
  );
});

describe('a PKCE pair', () => {
  test('is a verifier as in RFC 7636, and its S256 challenge', async () => {
    const { code_verifier, code_challenge, code_challenge_method } = await generatePkce();
    expect(code_verifier).toMatch(/^[A-Za-z0-9._~-]{43,128}$/);
    const hash = createHash('sha256').update(code_verifier).digest('base64url');
    expect([code_challenge, code_challenge_method]).toEqual([hash, 'S256']);
  });

  test('matches RFC 7636 appendix B', async () => {
    const octets = [
      116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77,
      105, 214, 191, 240, 91, 88, 5, 88, 83, 132, 141, 121,
    ];
    const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
      (bytes as unknown as Uint8Array).set(octets);
      return bytes;
    });
    const pair = await generatePkce();
    random.mockRestore();
    expect(pair).toEqual({
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
  });

  test('is different each time', async () => {
    const [one, other] = await Promise.all([generatePkce(), generatePkce()]);
    expect(one.code_verifier).not.toBe(other.code_verifier);
  });
});

describe('base64url', () => {
  testRows([0, 1, 2, 3, 255])('matches the encoding of Node', (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => 255 - index);
    expect(base64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
  });
});
