import { testRows } from '@partner-rating/table-tests';
import { expect } from 'vitest';
import { retryAfterSeconds } from './retry-after.ts';

const now = Date.parse('2026-09-12T18:04:11Z');

testRows([
  ['seconds', '7', 7],
  ['none to wait', '0', 0],
  ['a date to come', 'Sat, 12 Sep 2026 18:04:41 GMT', 30],
  ['a date that is over', 'Sat, 12 Sep 2026 18:00:00 GMT', 0],
  ['neither', 'soon', undefined],
  ['nothing', null, undefined],
])('Retry-After is read in seconds or as a date', (_, value, seconds) => {
  expect(retryAfterSeconds(value, now)).toBe(seconds);
});
