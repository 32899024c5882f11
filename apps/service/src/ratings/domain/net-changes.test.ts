import type { RatingStep } from '@partner-rating/ratings';
import { expect, it } from 'vitest';
import { netChanges } from './net-changes.ts';

const step = (memberId: string, bracket: string, previousRating: number | null, rating: number) =>
  ({ memberId, sport: 'padel', bracket, previousRating, rating, gamesCounted: 2 }) as RatingStep;

it('sums up a batch by rating, grouped by player in the order of their first steps', () => {
  const steps = [
    step('mike', 'overall-open', 4, 4.1),
    step('priya', 'overall-open', null, 3.6),
    step('mike', 'singles-open', null, 4.1),
    step('mike', 'overall-open', 4.1, 4.2),
    step('priya', 'overall-open', 3.6, 3.5),
  ];
  expect(netChanges(steps)).toEqual([
    { previousRating: 4, gamesCounted: 4, last: steps[3] },
    { previousRating: null, gamesCounted: 2, last: steps[2] },
    { previousRating: null, gamesCounted: 4, last: steps[4] },
  ]);
});

it('separates the ratings of different sports', () => {
  const padel = step('mike', 'overall-open', 4, 4.1);
  expect(netChanges([padel, { ...padel, sport: 'tennis' }])).toHaveLength(2);
});
