import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { momentsIn, periodOf, readRange } from './chart-range.ts';
import { accountTexts } from './texts.ts';

const DAY = 86_400_000;

const now = new Date('2026-09-14T12:00:00Z');

const before = (days: number) => new Date(now.getTime() - days * DAY);

describe('the range of a chart', () => {
  testRows(['3-months', '1-year', 'all'] as const)('is the requested one', (range) => {
    expect(readRange(range)).toBe(range);
    expect(accountTexts().ratings.range[range].toLowerCase()).toBe(range.replace('-', ' '));
  });

  testRows([null, '', '2-years', 'constructor'])('is everything for any other value', (text) => {
    expect(readRange(text)).toBe('all');
  });
});

describe('the time that a chart shows', () => {
  testRows([
    ['3-months', 91],
    ['1-year', 365],
    ['all', 800],
  ] as const)('begins as long ago as its range, and ends now', (range, days) => {
    expect(periodOf(range, before(800), now)).toEqual({ from: before(days), to: now });
  });

  it('begins with the first match if that is later', () => {
    expect(periodOf('1-year', before(10), now).from).toEqual(before(10));
  });
});

describe('the moments of a period', () => {
  const moment = fc.integer({ min: -400, max: 0 }).map((day) => ({
    ...{ at: before(-day), rating: 4, low: 3, high: 5 },
  }));

  it('are all matches of the period, and the last earlier match, moved to the start of the period', () => {
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 50 }), (drawn) => {
        const career = drawn
          .toSorted((one, other) => one.at.getTime() - other.at.getTime())
          .map((one, index) => ({ ...one, rating: index }));
        const from = before(91);
        const earlier = career.filter(({ at }) => at < from);
        const within = career.slice(earlier.length);
        const begun = earlier.slice(-1).map((one) => ({ ...one, at: from }));
        expect(momentsIn(career, { from, to: now })).toEqual([...begun, ...within]);
      }),
    );
  });
});
