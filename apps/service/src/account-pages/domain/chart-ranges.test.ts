import { describe, expect, it } from 'vitest';
import { chartRanges, periodOf, readRange, samplePositions } from './chart-ranges.ts';

const DAY = 86_400_000;
const now = new Date('2026-09-14T12:00:00Z');
const before = (days: number) => new Date(now.getTime() - days * DAY);

describe('the range of a chart', () => {
  it.each(['3-months', '1-year', 'all'] as const)('is the one that is asked for: %s', (range) => {
    expect(readRange(range)).toBe(range);
    expect(chartRanges[range].label.toLowerCase()).toBe(range.replace('-', ' '));
  });

  it.each([null, '', '2-years', 'constructor'])('is all there is for %j', (text) => {
    expect(readRange(text)).toBe('all');
  });
});

describe('the time that a chart shows', () => {
  it.each([
    ['3-months', 91],
    ['1-year', 365],
    ['all', 800],
  ] as const)('of %s goes back %i days, and ends now', (range, days) => {
    expect(periodOf(range, before(800), now)).toEqual({ from: before(days), to: now });
  });

  it('begins with the first match, where that was later', () => {
    expect(periodOf('1-year', before(10), now).from).toEqual(before(10));
  });
});

describe('the positions at which the rating is looked up', () => {
  const period = { from: before(99), to: now };
  const times = samplePositions(period).map(({ matchDate }) => matchDate.getTime());
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));

  it('are as many as a chart has room for, evenly apart', () => {
    expect(times).toHaveLength(100);
    expect(new Set(gaps.slice(1, -1))).toEqual(new Set([DAY]));
    expect(samplePositions(period).every(({ arrival }) => arrival === 0)).toBe(true);
  });

  it('begin just after the first match, and end after one that is dated a minute ahead', () => {
    expect(times[0]).toBe(period.from.getTime() + 1);
    expect(times.at(-1)).toBeGreaterThan(now.getTime() + 60_000);
  });
});
