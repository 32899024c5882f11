import { testRows } from '@partner-rating/table-tests';
import { expect } from 'vitest';
import { dateTime } from './date-time.ts';

testRows([
  '2026-09-12T15:30:00Z',
  '2026-09-12T15:30:00.123456789Z',
  '2026-09-12t15:30:00z',
  '2026-09-12T15:30:00+02:00',
  '2026-12-31T23:59:59-23:59',
  '2024-02-29T00:00:00Z',
  '2000-02-29T00:00:00Z',
  '0000-01-01T00:00:00Z',
  ...['01', '03', '05', '07', '08', '10', '12'].map((month) => `2026-${month}-31T00:00:00Z`),
  ...['04', '06', '09', '11'].map((month) => `2026-${month}-30T00:00:00Z`),
])('a time that a Date can represent is a date-time', (text) => {
  expect(dateTime(text)).toBe(true);
  expect(new Date(text).getTime()).not.toBeNaN();
});

testRows([
  ['', 'nothing'],
  ['2026-09-12', 'only a date'],
  ['2026-09-12T15:30:00', 'no offset'],
  ['2026-09-12 15:30:00Z', 'a space for the T'],
  ['2026-09-12T15:30Z', 'no seconds'],
  ['2026-09-12T15:30:60Z', 'a leap second'],
  ['2026-09-12T24:00:00Z', 'hour 24'],
  ['2026-09-12T15:30:00.Z', 'an empty fraction'],
  ['2026-09-12T15:30:00+0200', 'an offset without a colon'],
  ['2026-09-12T15:30:00+24:00', 'an offset of a day'],
  ['2026-13-01T00:00:00Z', 'month 13'],
  ['2026-00-01T00:00:00Z', 'month 0'],
  ['2026-02-29T00:00:00Z', 'a day that this February does not have'],
  ['1900-02-29T00:00:00Z', 'a leap day in a year that is not a leap year'],
  ['2026-02-30T00:00:00Z', 'a day that no February has'],
  ['2026-04-31T00:00:00Z', 'a day that April does not have'],
  ['2026-06-31T00:00:00Z', 'a day that June does not have'],
  ['2026-09-31T00:00:00Z', 'a day that September does not have'],
  ['2026-11-31T00:00:00Z', 'a day that November does not have'],
  ['2026-09-00T00:00:00Z', 'day 0'],
  ['2026-09-32T00:00:00Z', 'day 32'],
  [' 2026-09-12T15:30:00Z', 'a space before'],
  ['2026-09-12T15:30:00Z\n', 'a line end after'],
  [' 2026-10-31T15:30:00Z', 'a space before the 31st'],
  ['2026-10-31T15:30:00Z\n', 'a line end after the 31st'],
])('a text that RFC 3339 does not allow is not a date-time', (text) => {
  expect(dateTime(text)).toBe(false);
});
