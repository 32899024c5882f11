import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import {
  hashRecoveryCode,
  inGroups,
  isCommonPassword,
  keyAddress,
  newKey,
  newPasswordErrors,
  newRecoveryCodes,
  passwordError,
  readTypedCode,
  timeStepOf,
} from './passwords.ts';

testRows([
  'password',
  'Password1!',
  'PASSWORD2026',
  'qwertyuiop',
  '1234567890',
  'iloveyou',
  'ｐａｓｓｗｏｒｄ',
])('a common password is refused with advice', (password) => {
  expect(isCommonPassword(password)).toBe(true);
  expect(passwordError(password)).toMatch(/most common.*Choose another/);
});

testRows([
  'correct horse battery',
  'a long walk to the net',
  'XkK9-mmQ2-77tf',
  'Blockflöte am See',
])('a password of several words is not common', (password) => {
  expect(isCommonPassword(password)).toBe(false);
  expect(passwordError(password)).toBeNull();
});

testRows([
  ['8 characters', 'zq7 kplm', 'zq7 kpl'],
  ['256 characters', `${'ab '.repeat(85)}x`, `${'ab '.repeat(85)}xy`],
])('a password within the bounds is accepted, and others are refused', (_, taken, refused) => {
  expect(passwordError(taken)).toBeNull();
  expect(passwordError(refused)).toMatch(/^A password has at (least|most) \d+ characters\.$/);
});

it('a password of eight characters is counted in characters as people see them', () => {
  expect(passwordError('😀'.repeat(7))).toMatch(/at least 8 characters/);
  expect(passwordError('😀🎾🏓🏸🥎⚽🏀🏐')).toBeNull();
});

const valid = {
  oldPassword: 'correct horse',
  newPassword: 'battery staple',
  again: 'battery staple',
};

const errorsOf = (changes: Partial<typeof valid>) =>
  newPasswordErrors({ ...valid, ...changes }).map(({ field }) => field);

describe('newPasswordErrors', () => {
  it('accepts valid fields', () => {
    expect(newPasswordErrors(valid)).toEqual([]);
  });

  testRows([
    ['no old password', { oldPassword: '' }, ['password']],
    ['no new password', { newPassword: '', again: '' }, ['new_password']],
    [
      'nothing at all',
      { oldPassword: '', newPassword: '', again: '' },
      ['password', 'new_password'],
    ],
    ['a short new password', { newPassword: 'seven77', again: 'seven77' }, ['new_password']],
    [
      'a long new password',
      { newPassword: 'a'.repeat(257), again: 'a'.repeat(257) },
      ['new_password'],
    ],
    [
      'the old password again',
      { newPassword: 'correct horse', again: 'correct horse' },
      ['new_password'],
    ],
    ['a repetition that differs', { again: 'battery stapler' }, ['again']],
    ['no repetition', { again: '' }, ['again']],
  ])('names the field', (_what, changes, fields) => {
    expect(errorsOf(changes)).toEqual(fields);
  });

  it('requires no old password after it was forgotten', () => {
    expect(newPasswordErrors({ ...valid, oldPassword: null })).toEqual([]);
  });

  testRows([
    [{ oldPassword: '' }, 'Enter your current password.'],
    [{ newPassword: '', again: '' }, 'Enter a new password.'],
    [{ oldPassword: valid.newPassword }, 'Choose a password that differs from the current one.'],
    [{ again: '' }, 'Type the new password the same way twice.'],
    [{ newPassword: 'short' }, 'A password has at least 8 characters.'],
  ])('says what to do', (changes, text) => {
    expect(newPasswordErrors({ ...valid, ...changes }).map((error) => error.text)).toEqual([text]);
  });

  it('reports one error for a field', () => {
    expect(errorsOf({ newPassword: 'short', again: 'other' })).toEqual(['new_password']);
  });

  it('recognizes a password in any Unicode composition', () => {
    expect(errorsOf({ newPassword: 'caf\u00e9 noir', again: 'cafe\u0301 noir' })).toEqual([]);
    expect(errorsOf({ oldPassword: 'cafe\u0301 noir', newPassword: 'caf\u00e9 noir' })).toEqual([
      'new_password',
    ]);
  });
});

// The key and the codes of RFC 6238 appendix B. The last six of their eight digits are used.
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

const published: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
];

describe('a one-time code', () => {
  testRows(published)('is that of RFC 6238', (seconds, code) => {
    expect(timeStepOf(code, key, new Date(seconds * 1_000))).toBe(Math.floor(seconds / 30));
  });

  it('is valid a step early and a step late, and is known by its own step', () => {
    const at = (seconds: number) => timeStepOf('005924', key, new Date(seconds * 1_000));
    const step = 41_152_263;
    expect([at(1_234_567_889 - 30), at(1_234_567_890 - 30)]).toEqual([null, step]);
    expect([at(1_234_567_919 + 30), at(1_234_567_920 + 30)]).toEqual([step, null]);
  });

  testRows(['', '5924', '0059240', 'abcdef'])('is not any other text', (code) => {
    expect(timeStepOf(code, key, new Date(1_234_567_890_000))).toBeNull();
  });
});

describe('a key', () => {
  it('is 160 bits in base32, different each time', () => {
    expect(newKey()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newKey()).not.toBe(newKey());
  });

  it('is shown to an app with its parameters, for any name of the account', () => {
    const address = new URL(keyAddress(key, 'zoë+tennis@example.com', 'Partner Rating'));
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

const recovery = '123456789012345678901234';

describe('readTypedCode', () => {
  testRows(['123456', ' 123 456 ', '123-456', '１２３４５６'])(
    'reads a one-time code with any separators',
    (typed) => {
      expect(readTypedCode(typed)).toEqual({ kind: 'one-time', digits: '123456' });
    },
  );

  testRows([recovery, inGroups(recovery), '1234–5678 9012 3456 7890 1234'])(
    'reads a recovery code with any separators',
    (typed) => {
      expect(readTypedCode(typed)).toEqual({ kind: 'recovery', digits: recovery });
    },
  );

  testRows([
    '',
    '12345',
    '1234567',
    'abcdef',
    `${recovery}5`,
    '12345６x',
    `x${recovery.slice(1)}`,
    `${recovery.slice(1)}x`,
    '9'.repeat(10_000),
  ])('refuses any other text', (typed) => {
    expect(readTypedCode(typed)).toBeNull();
  });
});

describe('recovery codes', () => {
  it('are ten different ones, and can be typed as they are shown', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^\d{24}$/.test(code))).toBe(true);
    for (const code of codes) {
      expect(readTypedCode(inGroups(code))).toEqual({ kind: 'recovery', digits: code });
    }
  });

  it('have different hashes for different accounts', () => {
    expect(hashRecoveryCode('mem_1', recovery)).toHaveLength(32);
    expect(hashRecoveryCode('mem_1', '1')).not.toEqual(hashRecoveryCode('mem_1', '2'));
    expect(hashRecoveryCode('mem_1', recovery)).not.toEqual(hashRecoveryCode('mem_2', recovery));
  });
});

describe('inGroups', () => {
  it('separates groups of four, and ends without a space', () => {
    expect(inGroups(recovery)).toBe('1234 5678 9012 3456 7890 1234');
    expect(inGroups('ABCDE')).toBe('ABCD E');
  });
});
