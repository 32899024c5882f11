import { expect, it } from 'vitest';
import { isTimeZone, offsetIn } from './time-zones.ts';

const summer = new Date('2026-07-01T12:00:00Z');
const HOUR = 3_600_000;

it.each([
  ['America/Chicago', -5],
  ['Asia/Kolkata', 5.5],
  ['Asia/Calcutta', 5.5],
  ['Australia/Eucla', 8.75],
  ['Pacific/Kiritimati', 14],
  ['Etc/GMT+12', -12],
  ['Atlantic/Reykjavik', 0],
])('%s is %d hours from UTC', (name, hours) => {
  expect(isTimeZone(name)).toBe(true);
  expect(offsetIn(name, summer)).toBe(hours * HOUR);
});

it('counts the seconds of offsets from before there were time zones', () => {
  expect(offsetIn('America/Chicago', new Date('1800-01-01T00:00:00Z'))).toBe(-21_036_000);
});

it('knows UTC under all its names, as a time zone of no place', () => {
  for (const name of ['UTC', 'Etc/UTC', 'Etc/GMT', 'GMT', 'Zulu', 'utc']) {
    expect(isTimeZone(name)).toBe(true);
    expect(offsetIn(name, summer)).toBeNull();
  }
});

it.each(['America/Austin', 'CST6', '+05:30', '-06:00', 'Factory', ''])(
  'knows no time zone called "%s"',
  (name) => {
    expect(isTimeZone(name)).toBe(false);
    expect(offsetIn(name, summer)).toBeNull();
  },
);
