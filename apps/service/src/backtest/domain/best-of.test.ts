import { describe, expect, it } from 'vitest';
import { bestOfIn, gamesWon } from './best-of.ts';

const games = (...scores: number[][]) => scores.map((one) => ({ scores: one }));

describe('how many games a match was at most to have', () => {
  it.each([
    [games([11, 4]), 1],
    [games([11, 4], [11, 9]), 3],
    [games([11, 4], [9, 11], [11, 7]), 3],
    [games([4, 11], [9, 11], [11, 7], [8, 11]), 5],
    [games([11, 4], [7, 7], [11, 2]), 3],
  ])('follows from what its winner had to win: %j', (played, bestOf) => {
    expect(bestOfIn(played)).toBe(bestOf);
  });

  it.each([[games()], [games([11, 4], [4, 11])], [games([7, 7])]])(
    'does not follow where nobody won it: %j',
    (played) => {
      expect(bestOfIn(played)).toBeNull();
    },
  );
});

describe('the games that each team won', () => {
  it.each([
    [games([11, 4], [9, 11], [11, 7]), [2, 1]],
    [games([7, 7], [11, 2]), [1.5, 0.5]],
    [games([5, 9, 9], [9, 2, 3]), [1, 0.5, 0.5]],
    [games(), []],
  ])('of %j are %j, a level one shared by those who lead it', (played, won) => {
    expect(gamesWon(played)).toEqual(won);
  });
});
