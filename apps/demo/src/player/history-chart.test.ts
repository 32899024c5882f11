import type { RatingExplanation, RatingHistoryEntry } from '@partner-rating/client';
import { testRows } from '@partner-rating/table-tests';
import { expect, it } from 'vitest';
import { historyChart, whyWords } from './history-chart.ts';

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

it('the chart draws the changes in the order in which they were made: the highest at the top, the latest at the right', () => {
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

it('the chart draws a small change as small', () => {
  const chart = historyChart([change('2026-09-02', 4.02), change('2026-09-01', 4)]);
  expect(chart?.levels.map(({ label }) => label)).toEqual(['4.11', '4.01', '3.91']);
});

it('the chart has no line if there is only one rating', () => {
  expect(historyChart([change('2026-09-01', 4)])).toBeNull();
  expect(historyChart([change('2026-09-02', null), change('2026-09-01', 4)])).toBeNull();
});

const explanation: RatingExplanation = {
  ...{ reason: 'moved', ratingBefore: 4, ratingAfter: 4, withheld: 0, contributions: [] },
  ...{ gamesWon: 1, gamesPlayed: 2, gameShare: 0.5, expectedGameShare: null },
  ...{ pointShare: 0.5, expectedPointShare: null, opponentsRatings: [null] },
};

testRows<[Partial<RatingExplanation>, string]>([
  [{ ratingAfter: 4.1 }, 'Better than expected'],
  [{ ratingAfter: 3.9 }, 'Worse than expected'],
  [{ reason: 'as_expected' }, 'As expected'],
  [{ reason: 'limited', withheld: 0.01 }, 'Won by less than expected'],
  [{ reason: 'limited', withheld: -0.01 }, 'Lost by less than expected'],
  [{ reason: 'contradicted' }, 'The games show another winner'],
  [{ reason: 'unconfirmed' }, 'Not confirmed'],
  [{ reason: 'not_rated' }, 'Does not count'],
  [{ reason: 'newer_than_this_club' }, '–'],
])('a row of the history says why a match moved the rating, or why not', (part, words) => {
  expect(whyWords({ ...explanation, ...part })).toBe(words);
});

it('a row of the history says of a correction without a match that the rating was recalculated', () => {
  expect(whyWords(undefined)).toBe('Recalculated');
});
