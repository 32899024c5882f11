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

it.each([
  ['8 characters', 'zq7 kplm', 'zq7 kpl'],
  ['256 characters', `${'ab '.repeat(85)}x`, `${'ab '.repeat(85)}xy`],
])('a password of %s is taken, and none that goes beyond it', (_, taken, refused) => {
  expect(passwordFault(taken)).toBeNull();
  expect(passwordFault(refused)).toMatch(/^A password has at (least|most) \d+ characters\.$/);
});

it('a password of eight characters is counted in what a person types', () => {
  expect(passwordFault('😀'.repeat(7))).toMatch(/at least 8 characters/);
  expect(passwordFault('😀🎾🏓🏸🥎⚽🏀🏐')).toBeNull();
});
