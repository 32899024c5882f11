import { expect, it } from 'vitest';
import { rateMatches } from './domain/rate-matches.ts';
import { rateInTurns } from './rate-in-turns.ts';

const matches = Array.from({ length: 60 }, (_, index) => ({
  id: `mat_${index}`,
  sport: 'pickleball',
  matchDate: new Date('2026-09-12T15:30:00Z'),
  brackets: ['overall-open', 'mixed-open', 'overall-35+'],
  teams: Array.from({ length: 8 }, (_player, team) => [`a${team}`, `b${(team + index) % 8}`]),
  games: [{ scores: [11, 9, 8, 7, 6, 5, 4, 3], winScore: 11, winBy: 1 }],
}));

it('rates as in one go', async () => {
  expect(await rateInTurns([], matches)).toEqual(rateMatches([], matches));
});

it('lets others have their turn before it is done', async () => {
  const order: string[] = [];
  const rating = rateInTurns([], matches).then(() => order.push('rated'));
  setImmediate(() => order.push('somebody else'));
  await rating;
  expect(order).toEqual(['somebody else', 'rated']);
});
