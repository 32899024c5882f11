import { describe, expect, it } from 'vitest';
import { isPossible, isWon, topScores } from './game-score.ts';

const byHand = (...scores: number[]) => ({ scores, winScore: 11, winBy: 2, format: null });

describe('a game by winScore and winBy', () => {
  it.each([
    [[11, 9]],
    [[9, 11]],
    [[11, 0]],
    [[13, 11]],
    // To the clock, and on.
    [[25, 11]],
    [[3, 11, 9]],
  ])('is won at %j', (scores) => {
    expect(isWon(byHand(...scores))).toBe(true);
  });

  it.each([[[10, 8]], [[11, 10]], [[12, 11]], [[11, 11]], [[11, 5, 10]], [[0, 0]]])(
    'is not won at %j',
    (scores) => {
      expect(isWon(byHand(...scores))).toBe(false);
      expect(isPossible(byHand(...scores))).toBe(true);
    },
  );
});

it('the top scores are those of the leader and the next, wherever they stand', () => {
  expect(topScores([3, 11, 9])).toEqual([11, 9]);
  expect(topScores([11, 9, 11])).toEqual([11, 11]);
  expect(topScores([9, 10])).toEqual([10, 9]);
});
