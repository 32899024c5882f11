import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../../../platform/configuration/configuration.ts';
import { nextAttemptAt, parseRetryAfter } from './retry-schedule.ts';

const now = new Date('2026-09-12T12:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const retrySchedule = [0, 5, 300];

describe('nextAttemptAt', () => {
  it.each([
    [0, 0],
    [1, 5],
    [2, 300],
  ])('waits what the schedule says after %i attempts: %i s', (attempts, seconds) => {
    expect(nextAttemptAt({ now, attempts, retrySchedule, random: 0 })).toEqual(after(seconds));
  });

  it('is null once every attempt was made', () => {
    expect(nextAttemptAt({ now, attempts: 3, retrySchedule, random: 0 })).toBeNull();
    expect(nextAttemptAt({ now, attempts: 9, retrySchedule, random: 0 })).toBeNull();
  });

  it('adds at most a tenth of the wait and never takes from it', () => {
    expect(nextAttemptAt({ now, attempts: 2, retrySchedule, random: 1 })).toEqual(after(330));
  });

  it('waits as long as the receiver asks, but not less than the schedule', () => {
    const made = { now, attempts: 1, retrySchedule, random: 0 };
    expect(nextAttemptAt({ ...made, retryAfter: 120 })).toEqual(after(120));
    expect(nextAttemptAt({ ...made, retryAfter: 1 })).toEqual(after(5));
    expect(nextAttemptAt({ ...made, retryAfter: null })).toEqual(after(5));
  });

  it('does not let the receiver ask for more than a day', () => {
    const made = { now, attempts: 1, retrySchedule, random: 0 };
    expect(nextAttemptAt({ ...made, retryAfter: 9_999_999_999 })).toEqual(after(86_400));
  });
});

describe('the default schedule', () => {
  it('is that of the contract', () => {
    const schedule = readConfiguration({}).webhookRetrySchedule;
    const minute = 60;
    const hour = 60 * minute;
    expect(schedule).toEqual([
      0,
      5,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
    ]);
  });
});

describe('parseRetryAfter', () => {
  it.each([
    ['120', 120],
    ['0', 0],
    [' 7 ', 7],
    ['Sat, 12 Sep 2026 12:01:30 GMT', 90],
    ['Sat, 12 Sep 2026 11:00:00 GMT', 0],
    ['-5', null],
    ['1.5', null],
    ['12e3', null],
    ['soon', null],
    ['Sat, 12 Sep 2026 12:01:30 GMT+01', null],
    ['12345678901', null],
    ['', null],
    [undefined, null],
  ])('reads %j as %j seconds', (value, seconds) => {
    expect(parseRetryAfter(value, now)).toBe(seconds);
  });
});
