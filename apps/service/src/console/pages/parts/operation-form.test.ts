import { testRows } from '@partner-rating/table-tests';
import { expect } from 'vitest';
import { readMoment } from './operation-form.ts';

testRows([
  ['2026-09-12T23:05', '2026-09-12T23:05:00.000Z'],
  ['2026-09-12T23:05:09', '2026-09-12T23:05:09.000Z'],
])('a typed moment is in UTC', (text, moment) => {
  expect(readMoment(text)).toEqual(new Date(moment));
});

testRows([
  '',
  '2026-09-12',
  '2026-09-12T23:05Z',
  '2026-09-12T23:05:9',
  ' 2026-09-12T23:05',
  '12026-09-12T23:05',
  '2026-9-12T23:05',
  '2026-09-12T23:05:09.5',
  '2026-09-12T24:05',
  '2026-13-12T23:05',
])('another text is not a moment', (text) => {
  expect(readMoment(text)).toBeNull();
});
