import { expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { passwordFault } from './passwords.ts';

it.each([
  'password',
  'Password1!',
  'PASSWORD2026',
  'qwertyuiop',
  '1234567890',
  'iloveyou',
  'ｐａｓｓｗｏｒｄ',
])('%s is common, and refused with what to do', (password) => {
  expect(isCommonPassword(password)).toBe(true);
  expect(passwordFault(password)).toMatch(/most common.*Choose another/);
});

it.each(['correct horse battery', 'a long walk to the net', 'XkK9-mmQ2-77tf', 'Blockflöte am See'])(
  '%s is not',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
    expect(passwordFault(password)).toBeNull();
  },
);
