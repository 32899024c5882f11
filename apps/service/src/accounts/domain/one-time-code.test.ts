import { describe, expect, it } from 'vitest';
import { keyAddress, newKey, timeStepOf } from './one-time-code.ts';

// The key and the codes of RFC 6238 appendix B, of whose eight digits six are used.
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const published: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
];

describe('a one-time code', () => {
  it.each(published)('of second %d is that of RFC 6238', (seconds, code) => {
    expect(timeStepOf(code, key, new Date(seconds * 1_000))).toBe(Math.floor(seconds / 30));
  });

  it('is known a step early and a step late, as the step it is of', () => {
    const at = (seconds: number) => timeStepOf('005924', key, new Date(seconds * 1_000));
    const step = 41_152_263;
    expect([at(1_234_567_889 - 30), at(1_234_567_890 - 30)]).toEqual([null, step]);
    expect([at(1_234_567_919 + 30), at(1_234_567_920 + 30)]).toEqual([step, null]);
  });

  it.each(['', '5924', '0059240', 'abcdef'])('is not %j', (code) => {
    expect(timeStepOf(code, key, new Date(1_234_567_890_000))).toBeNull();
  });
});

describe('a key', () => {
  it('is 160 bits in base32, another each time', () => {
    expect(newKey()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newKey()).not.toBe(newKey());
  });

  it('is handed to an app with what it needs, whatever the account is called', () => {
    const address = new URL(keyAddress(key, 'zoë+tennis@example.com'));
    expect(address.protocol).toBe('otpauth:');
    expect(decodeURIComponent(address.href.split('?')[0] ?? '')).toBe(
      'otpauth://totp/Partner Rating:zoë+tennis@example.com',
    );
    expect(Object.fromEntries(address.searchParams)).toEqual({
      issuer: 'Partner Rating',
      secret: key,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
