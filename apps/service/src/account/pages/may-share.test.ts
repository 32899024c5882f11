import { expect, it } from 'vitest';
import { mayShare } from './settings.ts';

it.each([
  ['2026-09-14', true],
  ['2026-09-15', false],
  [null, true],
])('who is protected until %s may share on 14 September 2026: %s', (protected_until, may) => {
  expect(mayShare({ protected_until }, new Date('2026-09-14T12:00:00Z'))).toBe(may);
});
