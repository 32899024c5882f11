import type { RatingHistoryEntry } from '@partner-rating/client';
import { expect, it } from 'vitest';
import { historyChart } from './history-chart.ts';

const change = (date: string, newRating: number | null): RatingHistoryEntry => ({
  sport: 'padel',
  bracket: 'overall-open',
  previousRating: null,
  newRating,
  reliability: 0.5,
  cause: 'match',
  matchId: null,
  matchDate: `${date}T18:00:00Z`,
  changedAt: `${date}T20:00:00Z`,
});

it('draws the changes in the order they were made, also of one day, the highest at the top and the latest at the right', () => {
  const chart = historyChart([
    change('2026-09-03', 4.4),
    change('2026-09-03', 4.2),
    change('2026-09-01', 4),
  ]);
  expect(chart?.line).toBe('44,150 208,82 372,14');
  expect(chart?.last).toEqual({ x: 372, y: 14, label: '4.400' });
  expect(chart?.levels.map(({ label }) => label)).toEqual(['4.40', '4.20', '4.00']);
  expect(chart?.rows.map(({ date, rating }) => [date, rating])).toEqual([
    ['3 Sept 2026', '4.400'],
    ['3 Sept 2026', '4.200'],
    ['1 Sept 2026', '4.000'],
  ]);
});

it('does not make a mountain of a small change', () => {
  const chart = historyChart([change('2026-09-02', 4.02), change('2026-09-01', 4)]);
  expect(chart?.levels.map(({ label }) => label)).toEqual(['4.11', '4.01', '3.91']);
});

it('draws no line of one rating, nor of a rating that was taken away', () => {
  expect(historyChart([change('2026-09-01', 4)])).toBeNull();
  expect(historyChart([change('2026-09-02', null), change('2026-09-01', 4)])).toBeNull();
});
