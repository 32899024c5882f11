import { currentModel, rateMatches } from '@partner-rating/ratings';
import { expect, it } from 'vitest';
import { rateYielding } from './fold-ledger.ts';

const matches = Array.from({ length: 60 }, (_, index) => ({
  id: `mat_${index}`,
  sport: 'pickleball',
  matchDate: new Date('2026-09-12T15:30:00Z'),
  brackets: ['overall-open', 'mixed-open', 'overall-35+'],
  teams: Array.from({ length: 8 }, (_player, team) => [`a${team}`, `b${(team + index) % 8}`]),
  games: [{ scores: [11, 9, 8, 7, 6, 5, 4, 3], winScore: 11, winBy: 1 }],
  unrated: new Set<string>(),
}));

it('computes the same ratings as without yielding', async () => {
  expect(await rateYielding([], matches, currentModel)).toEqual(rateMatches([], matches));
});

it('yields to the event loop before it ends', async () => {
  const order: string[] = [];
  const rating = rateYielding([], matches, currentModel).then(() => order.push('rated'));
  setImmediate(() => order.push('another'));
  await rating;
  expect(order).toEqual(['another', 'rated']);
});
