import { type MatchToRate, type RatingStep, rateMatches } from '@partner-rating/ratings';
import { describe, expect, it } from 'vitest';
import { netChanges } from './net-changes.ts';

const match = (teams: string[][]): MatchToRate => ({
  id: 'match',
  sport: 'pickleball',
  matchDate: new Date('2026-09-12T15:30:00Z'),
  brackets: ['overall-open'],
  teams,
  games: [{ scores: [11, 7], winScore: 11, winBy: 2 }],
  unrated: new Set(),
});

describe('the net change', () => {
  it('goes from before the first match to after the last, player by player', () => {
    const steps = rateMatches([], [match([['a'], ['b']]), match([['b'], ['a']])]);
    const changes = netChanges(steps);
    expect(changes.map(({ last }) => last.memberId)).toEqual(['a', 'b']);
    expect(changes[0]).toEqual({ previousRating: null, gamesCounted: 2, last: steps[3] });
  });
});

const step = (memberId: string, bracket: string, previousRating: number | null, rating: number) =>
  ({ memberId, sport: 'padel', bracket, previousRating, rating, gamesCounted: 2 }) as RatingStep;

it('sums up a batch by rating, player by player in the order first touched', () => {
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

it('takes the rating of another sport for another', () => {
  const padel = step('mike', 'overall-open', 4, 4.1);
  expect(netChanges([padel, { ...padel, sport: 'tennis' }])).toHaveLength(2);
});
