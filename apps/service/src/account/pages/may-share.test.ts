import { testRows } from '@partner-rating/table-tests';
import { expect } from 'vitest';
import { mayShare } from './settings.ts';

testRows([
  ['2026-09-14', true],
  ['2026-09-15', false],
  [null, true],
])('who is protected may share only once they are old enough', (protected_until, may) => {
  expect(mayShare({ protected_until }, new Date('2026-09-14T12:00:00Z'))).toBe(may);
});
