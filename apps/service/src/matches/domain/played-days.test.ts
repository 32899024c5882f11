import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isTimeZone,
  type ListedDays,
  latestDay,
  offsetIn,
  type PlayedDays,
  parseMatchDate,
  periodErrors,
  playedDays,
  playedPeriod,
} from './played-days.ts';

const now = new Date('2026-11-27T12:00:00Z');

const zones = Intl.supportedValuesOf('timeZone');

/** Returns the days of a report, as `first..last`. */
function daysOf(matchDate: string | null, rest: Partial<Parameters<typeof playedDays>[0]> = {}) {
  const played = read(matchDate, rest);
  return `${played.firstDay}..${played.lastDay}`;
}

function read(matchDate: string | null, rest = {}, at = now): PlayedDays {
  const played = playedDays({ matchDate, timeZone: null, lastDay: null, ...rest }, at);
  if (played === null) throw new Error(`${matchDate} is not a date.`);
  return played;
}

/** Returns the day in a time zone by the calendar of Intl. */
function calendarDay(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(moment);
}

describe('the day of a date-time', () => {
  testRows([
    ['by its offset', '2026-11-14T20:30:00-06:00', null, '2026-11-14..2026-11-14'],
    ['by an offset east of UTC', '2026-11-14T08:00:00+14:00', null, '2026-11-14..2026-11-14'],
    ['by the time zone', '2026-11-15T02:30:00Z', 'America/Chicago', '2026-11-14..2026-11-14'],
    [
      'by the time zone rather than the offset',
      '2026-11-14T20:30:00-06:00',
      'Europe/Paris',
      '2026-11-15..2026-11-15',
    ],
    ['in any case', '2026-11-15T02:30:00Z', 'america/CHICAGO', '2026-11-14..2026-11-14'],
    ['at UTC+14', '2026-11-14T10:00:00Z', 'Pacific/Kiritimati', '2026-11-15..2026-11-15'],
    ['on a leap day', '2024-02-29T23:59:59-05:00', null, '2024-02-29..2024-02-29'],
    // Clocks go from 00:00 to 01:00, and back from 00:00 to 23:00.
    ['before a gap', '2026-04-23T21:59:59Z', 'Africa/Cairo', '2026-04-23..2026-04-23'],
    ['after a gap', '2026-04-23T22:00:00Z', 'Africa/Cairo', '2026-04-24..2026-04-24'],
    ['at first in an overlap', '2026-10-29T20:30:00Z', 'Africa/Cairo', '2026-10-29..2026-10-29'],
    ['again in an overlap', '2026-10-29T21:30:00Z', 'Africa/Cairo', '2026-10-29..2026-10-29'],
  ])('is known by an offset or a time zone', (_, matchDate, timeZone, days) => {
    expect(daysOf(matchDate, { timeZone })).toBe(days);
  });

  testRows([
    ['2026-11-15T02:30:00Z', '2026-11-14..2026-11-15'],
    ['2026-11-15T02:30:00z', '2026-11-14..2026-11-15'],
    ['2026-11-15T02:30:00+00:00', '2026-11-14..2026-11-15'],
    ['2026-11-15T02:30:00-00:00', '2026-11-14..2026-11-15'],
    ['2026-11-15T11:30:00Z', '2026-11-14..2026-11-16'],
    ['2024-02-29T12:00:00Z', '2024-02-29..2024-03-01'],
  ])('is any day on which the moment is somewhere on earth', (matchDate, days) => {
    expect(daysOf(matchDate)).toBe(days);
  });

  it('does not follow from UTC, in which servers run', () => {
    for (const timeZone of ['UTC', 'Etc/UTC', 'GMT', 'Zulu']) {
      expect(daysOf('2026-11-15T02:30:00Z', { timeZone })).toBe('2026-11-14..2026-11-15');
    }
  });

  it('is the day in the calendar of the time zone, among those of the whole earth', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: now, noInvalidDate: true }),
        fc.constantFrom(...zones),
        (moment, timeZone) => {
          const matchDate = moment.toISOString();
          const day = calendarDay(moment, timeZone);
          const there = timeZone === 'UTC' ? read(matchDate) : read(matchDate, { timeZone });
          expect(there).toMatchObject({ playedAt: moment, moment, day });
          const anywhere = read(matchDate);
          expect(anywhere.firstDay <= day && day <= anywhere.lastDay).toBe(true);
        },
      ),
    );
  });
});

describe('a date', () => {
  it('is one day with an unknown time', () => {
    expect(read('2026-11-14')).toEqual({
      ...{ playedAt: new Date('2026-11-14T12:00:00Z'), moment: null, day: '2026-11-14' },
      ...{ firstDay: '2026-11-14', lastDay: '2026-11-14' },
    });
  });

  it('is the day in the time zone at noon, on every day of every zone', () => {
    const anyDay = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2026-11-26'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...zones), (day, timeZone) => {
        // Samoa and Tokelau crossed the date line and had no such day.
        fc.pre(day !== '2011-12-30');
        const { playedAt } = read(day, { timeZone });
        const clock = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
        expect(calendarDay(playedAt, timeZone)).toBe(day);
        expect(new Intl.DateTimeFormat('en', clock).format(playedAt)).toBe('12:00');
      }),
    );
  });

  it('is today in Auckland before noon without being in the future', () => {
    const morning = new Date('2026-11-26T20:00:00Z');
    expect(latestDay('Pacific/Auckland', morning)).toBe('2026-11-27');
    expect(read('2026-11-27', { timeZone: 'Pacific/Auckland' }, morning).playedAt).toEqual(morning);
    expect(read('2026-11-27', {}, morning).playedAt).toEqual(morning);
  });

  it('may be the first of several days of a tournament, none of which is later than today', () => {
    const lastDay = '2026-11-29';
    expect(daysOf('2026-11-25', { lastDay: '2026-11-26' })).toBe('2026-11-25..2026-11-26');
    expect(daysOf('2026-11-25', { lastDay })).toBe('2026-11-25..2026-11-28');
    const timeZone = 'America/Chicago';
    expect(daysOf('2026-11-25', { lastDay, timeZone })).toBe('2026-11-25..2026-11-27');
    expect(daysOf('2026-11-27', { lastDay, timeZone })).toBe('2026-11-27..2026-11-27');
  });
});

describe('a match without a date', () => {
  it('was played now, on the current day in the time zone, or anywhere on earth', () => {
    expect(read(null)).toMatchObject({ playedAt: now, moment: null });
    expect(daysOf(null)).toBe('2026-11-27..2026-11-28');
    expect(daysOf(null, { timeZone: 'Pacific/Kiritimati' })).toBe('2026-11-28..2026-11-28');
  });
});

describe('today', () => {
  it('is the day in the time zone, or else the latest on earth', () => {
    expect(latestDay(null, new Date('2026-11-27T10:00:00Z'))).toBe('2026-11-28');
    expect(latestDay(null, new Date('2026-11-27T09:59:59Z'))).toBe('2026-11-27');
    expect(latestDay('America/Chicago', new Date('2026-11-27T05:59:59Z'))).toBe('2026-11-26');
  });
});

describe('a valid date', () => {
  testRows([
    ['2026-09-12T15:30:00Z', '2026-09-12T15:30:00.000Z'],
    ['2026-09-12T15:30:00.123456789+05:30', '2026-09-12T10:00:00.123Z'],
    ['2026-09-12t15:30:00z', '2026-09-12T15:30:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('is a day or a moment, with its days on earth', (text, moment) => {
    expect(parseMatchDate(text)?.toISOString()).toBe(moment);
  });

  testRows([
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '2026-02-29',
    '2026-02-30T10:00:00Z',
    '2026-04-31T23:00:00-05:00',
    'soon',
    'Sep 12, 2026',
  ])('is not any other text, in any time zone', (text) => {
    expect(parseMatchDate(text)).toBeNull();
    expect(playedDays({ matchDate: text, timeZone: 'Asia/Tokyo', lastDay: null }, now)).toBeNull();
  });
});

describe('the days of a list', () => {
  it('are whole days, including the first and the last', () => {
    expect(playedPeriod({ from: '2026-02-28', to: '2026-02-28' })).toEqual({
      since: new Date('2026-02-28T00:00:00Z'),
      before: new Date('2026-03-01T00:00:00Z'),
    });
  });

  it('are open if they are missing', () => {
    expect(playedPeriod({})).toEqual({ since: null, before: null });
    expect(playedPeriod({ from: '2026-02-28' }).before).toBeNull();
    expect(playedPeriod({ to: '2026-02-28' }).since).toBeNull();
  });

  it('stay within the years that every database knows', () => {
    expect(playedPeriod({ from: '0000-05-01', to: '9999-12-30' })).toEqual({
      since: new Date('0001-01-01T00:00:00Z'),
      before: new Date('9999-12-31T00:00:00Z'),
    });
    expect(playedPeriod({ to: '9999-12-31' }).before).toBeNull();
  });

  testRows<ListedDays>([
    {},
    { from: '2026-02-28' },
    { to: '2026-02-28' },
    { from: '2026-02-28', to: '2026-02-28' },
    { from: '2026-02-27', to: '2026-02-28' },
  ])('go together', (days) => {
    expect(periodErrors(days)).toEqual([]);
  });

  it('are refused if the last comes before the first', () => {
    expect(periodErrors({ from: '2026-03-01', to: '2026-02-28' })).toEqual([
      {
        pointer: '/query/to',
        code: 'end_before_start',
        detail:
          'The list ends on 2026-02-28, before it begins on 2026-03-01. Correct one of the dates.',
      },
    ]);
  });
});

const summer = new Date('2026-07-01T12:00:00Z');

const HOUR = 3_600_000;

testRows([
  ['America/Chicago', -5],
  ['Asia/Kolkata', 5.5],
  ['Asia/Calcutta', 5.5],
  ['Australia/Eucla', 8.75],
  ['Pacific/Kiritimati', 14],
  ['Etc/GMT+12', -12],
  ['Atlantic/Reykjavik', 0],
])('a time zone has its offset from UTC', (name, hours) => {
  expect(isTimeZone(name)).toBe(true);
  expect(offsetIn(name, summer)).toBe(hours * HOUR);
});

it('counts the seconds of early offsets', () => {
  expect(offsetIn('America/Chicago', new Date('1800-01-01T00:00:00Z'))).toBe(-21_036_000);
});

it('treats UTC under all its names as a time zone of no place', () => {
  for (const name of ['UTC', 'Etc/UTC', 'Etc/GMT', 'GMT', 'Zulu', 'utc']) {
    expect(isTimeZone(name)).toBe(true);
    expect(offsetIn(name, summer)).toBeNull();
  }
});

testRows(['America/Austin', 'CST6', '+05:30', '-06:00', 'Factory', ''])(
  'refuses any other name',
  (name) => {
    expect(isTimeZone(name)).toBe(false);
    expect(offsetIn(name, summer)).toBeNull();
  },
);
