import { expect, it } from 'vitest';
import { readMoment } from './deliveries.ts';

it.each([
  ['2026-09-12T23:05', '2026-09-12T23:05:00.000Z'],
  ['2026-09-12T23:05:09', '2026-09-12T23:05:09.000Z'],
])('a moment typed as %s is one of UTC', (text, moment) => {
  expect(readMoment(text)).toEqual(new Date(moment));
});

it.each([
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
])('what is no moment is none: “%s”', (text) => {
  expect(readMoment(text)).toBeNull();
});
