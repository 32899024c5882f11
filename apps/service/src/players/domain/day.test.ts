import { expect, it } from 'vitest';
import { toDay } from './day.ts';

it.each([
  ['2026-09-12T23:59:59.999Z', '2026-09-12'],
  ['2026-09-12T23:30:00-02:00', '2026-09-13'],
])('%s is on %s in UTC', (moment, day) => {
  expect(toDay(new Date(moment))).toBe(day);
});
