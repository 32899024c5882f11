import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RatedMoment } from './chart-range.ts';
import { drawChart, peakOf, shownMoments } from './rating-chart.ts';

const DAY = 86_400_000;

const period = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-03-01T00:00:00Z') };

const on = (day: number, rating: number, spread = 0.1): RatedMoment => ({
  at: new Date(period.from.getTime() + day * DAY),
  ...{ rating, low: rating - spread, high: rating + spread },
});

describe('the chart of a rating', () => {
  it('steps at each match, and continues until today', () => {
    const chart = drawChart([on(0, 3.5), on(29.5, 4)], period);
    const [first, second] = chart.points;
    expect(chart.line).toBe(`M0 ${first?.y}L500 ${first?.y}L500 ${second?.y}L1000 ${second?.y}`);
    expect(chart.points.map(({ x }) => x)).toEqual([0, 50]);
    expect(chart.height).toBeGreaterThan(chart.bottom);
  });

  it('has a band around the line: along its upper edge, and back along the lower one', () => {
    const { band, isBandCut, levels } = drawChart([on(0, 3.5), on(29.5, 3.7)], period);
    const [y34, , y36, , y38] = levels.map(({ y }) => y);
    expect(levels.map(({ label }) => label)).toEqual(['3.40', '3.50', '3.60', '3.70', '3.80']);
    expect(band).toBe(
      `M0 ${y36}L500 ${y36}L500 ${y38}L1000 ${y38}L1000 ${y36}L500 ${y36}L500 ${y34}L0 ${y34}Z`,
    );
    expect(isBandCut).toBe(false);
  });

  it('cuts off a band that would leave less than a quarter of the height to the ratings', () => {
    const moments = [on(0, 3.5, 2), on(29.5, 3.7)];
    const { band, bottom, isBandCut, levels, points, top } = drawChart(moments, period);
    expect(isBandCut).toBe(true);
    expect(band).toMatch(new RegExp(`^M0 ${top}L500 ${top}L.* ${bottom}L0 ${bottom}Z$`));
    expect(levels.map(({ label }) => label)).toEqual(['3.00', '3.50', '4.00', '4.50']);
    const [first, second] = points.map(({ y }) => y);
    expect(Number(first) - Number(second)).toBeGreaterThan(10);
  });

  it('marks the first of the highest ratings, and the current one', () => {
    const { points } = drawChart([on(0, 3.5), on(1, 4), on(2, 4), on(3, 3.8)], period);
    expect(points.map(({ isPeak }) => isPeak)).toEqual([false, true, false, false]);
    expect(points.map(({ isCurrent }) => isCurrent)).toEqual([false, false, false, true]);
  });

  it('writes the rating of the peak and of today, unless they would overlap', () => {
    const labelled = (...moments: RatedMoment[]) =>
      drawChart(moments, period).points.map(({ isLabelled }) => isLabelled);
    expect(labelled(on(0, 3.5), on(1, 4), on(50, 4))).toEqual([false, true, true]);
    expect(labelled(on(0, 3.5), on(45, 4), on(50, 4))).toEqual([false, true, false]);
    expect(labelled(on(0, 3.5), on(45, 4), on(50, 3.5))).toEqual([false, true, true]);
    expect(labelled(on(0, 3.5))).toEqual([true]);
  });

  it('draws matches before or after the period at its edges', () => {
    const { points } = drawChart([on(-5, 3.5), on(90, 4)], period);
    expect(points.map(({ x }) => x)).toEqual([0, 100]);
  });

  it('has circles only if they do not hide the line', () => {
    const moments = Array.from({ length: 41 }, (_, day) => on(day, 3.5));
    expect(drawChart(moments, period).hasDots).toBe(false);
    expect(drawChart(moments.slice(1), period).hasDots).toBe(true);
  });

  it('writes the first day at the left, the last at the right, and others between them', () => {
    const labelled = (days: number) =>
      drawChart([on(0, 3.5)], { ...period, to: new Date(period.from.getTime() + days * DAY) }).days;
    expect(labelled(30)).toEqual([
      { x: 0, anchor: 'start', label: '1 Jan' },
      { x: 33.3, anchor: 'middle', label: '11 Jan' },
      { x: 66.7, anchor: 'middle', label: '21 Jan' },
      { x: 100, anchor: 'end', label: '31 Jan' },
    ]);
    expect(labelled(1).map(({ label }) => label)).toEqual(['1 Jan', '2 Jan']);
    expect(labelled(300).at(-1)?.label).toBe('28 Oct');
    expect(labelled(301).at(-1)?.label).toBe('Oct 2026');
  });

  it('has round levels around every rating and the current band', () => {
    const levelsOf = (...ratings: number[]) =>
      drawChart(
        ratings.map((rating, day) => on(day, rating, 0)),
        period,
      ).levels.map(({ label }) => label);
    expect(levelsOf(3.512, 3.538)).toEqual(['3.50', '3.55']);
    expect(levelsOf(3.5)).toEqual(['3.50', '3.55']);
    const flat = drawChart([on(0, 3.5), on(1, 3.5)], period);
    expect(flat.levels.map(({ label }) => label)).toEqual(['3.40', '3.45', '3.50', '3.55', '3.60']);
    expect(levelsOf(2, 8)).toEqual(['2.00', '4.00', '6.00', '8.00']);
    expect(levelsOf(3, 5)).toEqual(['3.00', '3.50', '4.00', '4.50', '5.00']);
    expect(levelsOf(3.29, 3.94)).toEqual(['3.20', '3.40', '3.60', '3.80', '4.00']);
  });

  it('stays within its frame for any ratings, with higher ratings higher', () => {
    fc.assert(
      fc.property(fc.array(moment, { minLength: 1, maxLength: 30 }), (drawn) => {
        const moments = inOrder(drawn);
        const chart = drawChart(moments, period);
        for (const [index, { x, y }] of chart.points.entries()) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(100);
          expect(y).toBeGreaterThanOrEqual(chart.top);
          expect(y).toBeLessThanOrEqual(chart.bottom);
          const [here, next] = [moments[index]?.rating ?? 0, moments[index + 1]?.rating ?? 0];
          if (next > here) expect(chart.points[index + 1]?.y).toBeLessThanOrEqual(y);
        }
        expect(chart.levels.length).toBeLessThanOrEqual(6);
        expect(`${chart.line}${chart.band}`).toMatch(/^[MLZ\d. ]+$/);
      }),
    );
  });
});

const moment = fc.record({
  day: fc.double({ min: -10, max: 70, noNaN: true }),
  rating: fc.double({ min: 2, max: 8, noNaN: true }),
});

const inOrder = (drawn: { day: number; rating: number }[]) =>
  drawn.toSorted((one, other) => one.day - other.day).map(({ day, rating }) => on(day, rating));

describe('the matches that a chart shows', () => {
  it('are all of them, if they fit', () => {
    const moments = Array.from({ length: 120 }, (_, day) => on(day, 3 + (day % 7) / 10));
    expect(shownMoments(moments)).toEqual(moments);
  });

  it('include the first, the last, the highest, and the lowest, and never exceed the maximum', () => {
    fc.assert(
      fc.property(fc.array(moment, { minLength: 1, maxLength: 1_000 }), (drawn) => {
        const moments = inOrder(drawn);
        const shown = shownMoments(moments);
        expect(shown.length).toBeLessThanOrEqual(120);
        expect(shown[0]).toBe(moments[0]);
        expect(shown.at(-1)).toBe(moments.at(-1));
        expect(peakOf(shown)).toBe(peakOf(moments));
        const lowest = (of: RatedMoment[]) => Math.min(...of.map(({ rating }) => rating));
        expect(lowest(shown)).toBe(lowest(moments));
        // In the order of play, each once.
        const indexes = shown.map((one) => moments.indexOf(one));
        expect(indexes).toEqual([...new Set(indexes)].toSorted((one, other) => one - other));
      }),
    );
  });
});
