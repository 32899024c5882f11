import { describe, expect, it } from 'vitest';
import { challengeOf, isVerifier, readChallenge } from './pkce.ts';

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

describe('readChallenge', () => {
  it('takes an S256 challenge', () => {
    expect(readChallenge(challenge, 'S256')).toEqual({ codeChallenge: challenge });
  });

  it('takes none', () => {
    expect(readChallenge(undefined, undefined)).toEqual({ codeChallenge: null });
  });

  it.each([
    ['plain', challenge, 'plain'],
    ['no method, which means plain', challenge, undefined],
    ['another case of the method', challenge, 's256'],
    ['a method without a challenge', undefined, 'S256'],
    ['a short challenge', challenge.slice(1), 'S256'],
    ['a long challenge', `${challenge}A`, 'S256'],
    ['padding', `${challenge.slice(1)}=`, 'S256'],
    ['base64 that is not base64url', `${challenge.slice(1)}+`, 'S256'],
    ['a line break', `${challenge}\n`, 'S256'],
    ['a line break in front', `\n${challenge}`, 'S256'],
  ])('refuses %s', (_what, codeChallenge, method) => {
    expect(readChallenge(codeChallenge, method)).toHaveProperty('fault');
  });
});

describe('a refused challenge', () => {
  it.each([
    [undefined, 'S256', 'Send both or neither.'],
    [challenge, 'plain', 'must be S256.'],
    ['short', 'S256', 'as base64url: 43 characters.'],
  ])('%j by %j says what to send', (codeChallenge, method, advice) => {
    expect(readChallenge(codeChallenge, method)).toEqual({
      fault: expect.stringContaining(advice),
    });
  });
});

describe('challengeOf', () => {
  it('is the one of RFC 7636 appendix B', () => {
    expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(challenge);
  });
});

describe('isVerifier', () => {
  it.each(['a'.repeat(43), 'Z9-._~'.repeat(10), 'a'.repeat(128)])('takes %s', (verifier) => {
    expect(isVerifier(verifier)).toBe(true);
  });

  it.each([
    'a'.repeat(42),
    'a'.repeat(129),
    `${'a'.repeat(43)}+`,
    `+${'a'.repeat(43)}`,
    `${'a'.repeat(43)}é`,
    '',
  ])('refuses %j', (verifier) => {
    expect(isVerifier(verifier)).toBe(false);
  });
});
