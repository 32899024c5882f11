import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawChart, type RatedMoment } from './rating-chart.ts';

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

  it('draws a higher rating higher', () => {
    const [low, high] = drawChart([on(0, 3.5), on(10, 4)], period).dots;
    expect(high?.y).toBeLessThan(low?.y ?? 0);
  });

  it('has round levels around every rating', () => {
    const { levels } = drawChart([on(0, 3.512), on(10, 3.538)], period);
    expect(levels.map(({ label }) => label)).toEqual(['3.50', '3.55']);
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
