import { describe, expect, it } from 'vitest';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { inGroups, readTypedCode } from './typed-code.ts';

const recovery = '123456789012345678901234';

describe('readTypedCode', () => {
  it.each(['123456', ' 123 456 ', '123-456', '１２３４５６'])(
    'reads %j as a one-time code',
    (typed) => {
      expect(readTypedCode(typed)).toEqual({ kind: 'one-time', digits: '123456' });
    },
  );

  it.each([recovery, inGroups(recovery), '1234–5678 9012 3456 7890 1234'])(
    'reads %j as a recovery code',
    (typed) => {
      expect(readTypedCode(typed)).toEqual({ kind: 'recovery', digits: recovery });
    },
  );

  it.each([
    '',
    '12345',
    '1234567',
    'abcdef',
    `${recovery}5`,
    '12345６x',
    `x${recovery.slice(1)}`,
    `${recovery.slice(1)}x`,
    '9'.repeat(10_000),
  ])('reads nothing in %j', (typed) => {
    expect(readTypedCode(typed)).toBeNull();
  });
});

describe('recovery codes', () => {
  it('are ten, each another, and typed as they are shown', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^\d{24}$/.test(code))).toBe(true);
    for (const code of codes) {
      expect(readTypedCode(inGroups(code))).toEqual({ kind: 'recovery', digits: code });
    }
  });

  it('are stored in a form that says nothing across accounts', () => {
    expect(hashRecoveryCode('mem_1', recovery)).toHaveLength(32);
    expect(hashRecoveryCode('mem_1', '1')).not.toEqual(hashRecoveryCode('mem_1', '2'));
    expect(hashRecoveryCode('mem_1', recovery)).not.toEqual(hashRecoveryCode('mem_2', recovery));
  });
});

describe('inGroups', () => {
  it('parts what is read in fours, and ends with no space', () => {
    expect(inGroups(recovery)).toBe('1234 5678 9012 3456 7890 1234');
    expect(inGroups('ABCDE')).toBe('ABCD E');
  });
});
