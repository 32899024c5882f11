import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chartRanges,
  drawChart,
  periodOf,
  type RatedMoment,
  readRange,
  samplePositions,
} from './rating-chart.ts';

const DAY = 86_400_000;

const period = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-03-01T00:00:00Z') };

const on = (day: number, rating: number): RatedMoment => ({
  at: new Date(period.from.getTime() + day * DAY),
  rating,
});

describe('the chart of a rating', () => {
  it('goes from the first match to the last, and on to today with a line of its own', () => {
    const chart = drawChart([on(0, 3.5), on(29.5, 4)], period);
    expect(chart.line).toMatch(/^M0 [\d.]+L500 [\d.]+$/);
    expect(chart.rest).toMatch(/^M500 [\d.]+H1000$/);
  });

  it('is a line over an area down to the days, each match at its moment', () => {
    const to = new Date(period.from.getTime() + 100 * DAY);
    const chart = drawChart([on(25, 3.5), on(50, 4)], { ...period, to });
    const { bottom } = chart;
    const [first, second] = chart.dots;
    expect(chart.dots.map(({ x }) => x)).toEqual([25, 50]);
    expect(chart.line).toBe(`M250 ${first?.y}L500 ${second?.y}`);
    expect(chart.area).toBe(`M250 ${bottom}L250 ${first?.y}L500 ${second?.y}L500 ${bottom}Z`);
    expect(chart.rest).toBe(`M500 ${second?.y}H${chart.width}`);
    expect(chart.width).toBe(1_000);
    expect(chart.height).toBeGreaterThan(bottom);
  });

  it('draws what was played before or after the time at its edges', () => {
    const { dots } = drawChart([on(-5, 3.5), on(90, 4)], period);
    expect(dots.map(({ x }) => x)).toEqual([0, 100]);
  });

  it('has each level where a match of that rating is', () => {
    const { levels, dots, bottom } = drawChart([on(0, 3.5), on(10, 3.7), on(20, 3.6)], period);
    const heights = new Map(levels.map(({ y, label }) => [label, y]));
    expect(dots.map(({ y }) => y)).toEqual(['3.50', '3.70', '3.60'].map((at) => heights.get(at)));
    expect(heights.get('3.50')).toBe(bottom);
  });

  it('has no dots where they would hide the line', () => {
    const moments = Array.from({ length: 41 }, (_, day) => on(day, 3.5));
    expect(drawChart(moments, period).dots).toEqual([]);
    expect(drawChart(moments.slice(1), period).dots).toHaveLength(40);
  });

  it('says the first day at the left, the last at the right, and the others between', () => {
    const labelled = (days: number) =>
      drawChart([on(0, 3.5)], { ...period, to: new Date(period.from.getTime() + days * DAY) }).days;
    expect(labelled(30)).toEqual([
      { x: 0, anchor: 'start', label: '1 Jan' },
      { x: 33.333, anchor: 'middle', label: '11 Jan' },
      { x: 66.667, anchor: 'middle', label: '21 Jan' },
      { x: 100, anchor: 'end', label: '31 Jan' },
    ]);
    expect(labelled(1).map(({ label }) => label)).toEqual(['1 Jan', '2 Jan']);
    expect(labelled(300).at(-1)?.label).toBe('28 Oct');
    expect(labelled(301).at(-1)?.label).toBe('Oct 2026');
  });

  it('draws a higher rating higher', () => {
    const [low, high] = drawChart([on(0, 3.5), on(10, 4)], period).dots;
    expect(high?.y).toBeLessThan(low?.y ?? 0);
  });

  it('has round levels around every rating', () => {
    const { levels } = drawChart([on(0, 3.512), on(10, 3.538)], period);
    expect(levels.map(({ label }) => label)).toEqual(['3.50', '3.55']);
    const levelsOf = (...ratings: number[]) =>
      drawChart(
        ratings.map((rating, day) => on(day, rating)),
        period,
      ).levels.map(({ label }) => label);
    expect(levelsOf(3.5)).toEqual(['3.50', '3.55']);
    expect(levelsOf(2, 8)).toEqual(['2.00', '4.00', '6.00', '8.00']);
    expect(levelsOf(3, 5)).toEqual(['3.00', '3.50', '4.00', '4.50', '5.00']);
    const wide = drawChart([on(0, 3.29), on(10, 3.94)], period);
    expect(wide.levels.map(({ label }) => label)).toEqual(['3.20', '3.40', '3.60', '3.80', '4.00']);
  });

  it('says days of a short time, and months of a long one', () => {
    const labels = (to: string) =>
      drawChart([on(0, 3.5)], { ...period, to: new Date(to) }).days.map(({ label }) => label);
    expect(labels('2026-03-02T00:00:00Z')).toEqual(['1 Jan', '21 Jan', '10 Feb', '2 Mar']);
    expect(labels('2028-01-01T00:00:00Z')).toEqual([
      'Jan 2026',
      'Sept 2026',
      'May 2027',
      'Jan 2028',
    ]);
  });

  it('draws one match, played just now', () => {
    const { dots, line } = drawChart([on(0, 3.5)], { from: period.from, to: period.from });
    expect(dots).toHaveLength(1);
    expect(line).toMatch(/^M0 [\d.]+$/);
  });

  it('stays within its frame whatever the ratings are', () => {
    const moment = fc.record({
      day: fc.double({ min: -10, max: 70, noNaN: true }),
      rating: fc.double({ min: 2, max: 8, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(moment, { minLength: 1, maxLength: 30 }), (moments) => {
        const chart = drawChart(
          moments.map(({ day, rating }) => on(day, rating)),
          period,
        );
        for (const { x, y } of chart.dots) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(100);
          expect(y).toBeGreaterThan(0);
          expect(y).toBeLessThanOrEqual(chart.bottom);
        }
        expect(chart.levels.length).toBeLessThanOrEqual(6);
        expect(`${chart.line}${chart.area}${chart.rest}`).toMatch(/^[MLHZ\d. ]+$/);
      }),
    );
  });
});

const now = new Date('2026-09-14T12:00:00Z');

const before = (days: number) => new Date(now.getTime() - days * DAY);

describe('the range of a chart', () => {
  testRows(['3-months', '1-year', 'all'] as const)('is the one that is asked for', (range) => {
    expect(readRange(range)).toBe(range);
    expect(chartRanges[range].label.toLowerCase()).toBe(range.replace('-', ' '));
  });

  testRows([null, '', '2-years', 'constructor'])('is all there is for anything else', (text) => {
    expect(readRange(text)).toBe('all');
  });
});

describe('the time that a chart shows', () => {
  testRows([
    ['3-months', 91],
    ['1-year', 365],
    ['all', 800],
  ] as const)('goes back as far as its range, and ends now', (range, days) => {
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
