import { expect, it } from 'vitest';
import { mayShare } from './may-share.ts';

it.each([
  ['2010-09-14', true],
  ['2010-09-15', false],
  [null, true],
])('who was born on %s may share on 14 September 2026, as from 16 on: %s', (birth_date, may) => {
  expect(mayShare({ birth_date }, new Date('2026-09-14T12:00:00Z'))).toBe(may);
});
