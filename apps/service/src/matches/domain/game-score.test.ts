import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { endsOf, isPossible, isWon, topScores } from './game-score.ts';

const byHand = (...scores: number[]) => ({ scores, winScore: 11, winBy: 2, format: null });

describe('a game by winScore and winBy', () => {
  testRows([[[11, 9]], [[9, 11]], [[11, 0]], [[13, 11]], [[3, 11, 9]]])(
    'is won at each score that ends it',
    (scores) => {
      expect(isWon(byHand(...scores), 'pickleball')).toBe(true);
    },
  );

  testRows([[[12, 9]], [[25, 11]], [[211, 10]]])('has ended before a higher score', (scores) => {
    expect(isWon(byHand(...scores), 'pickleball')).toBe(false);
    expect(isPossible(byHand(...scores), 'pickleball')).toBe(false);
  });

  testRows([[[10, 8]], [[11, 10]], [[12, 11]], [[11, 11]], [[11, 5, 10]], [[0, 0]]])(
    'is not won before',
    (scores) => {
      expect(isWon(byHand(...scores), 'pickleball')).toBe(false);
      expect(isPossible(byHand(...scores), 'pickleball')).toBe(true);
    },
  );
});

describe('a game by the winScore and winBy of a format of its sport', () => {
  const won = (sport: string, winScore: number, winBy: number, scores: number[]) =>
    isWon({ scores, winScore, winBy, format: null }, sport);

  it('ends at the scores that winScore and winBy allow, and at those that the format allows', () => {
    expect(won('badminton', 21, 2, [30, 29])).toBe(true);
    expect(won('badminton', 21, 2, [34, 32])).toBe(true);
    expect(won('tennis', 6, 2, [7, 6])).toBe(true);
    expect(won('tennis', 4, 2, [4, 3])).toBe(true);
  });

  it('does not end at the scores of a format of another sport, or with another winScore or winBy', () => {
    expect(won('squash', 21, 2, [30, 29])).toBe(false);
    expect(won('badminton', 21, 3, [30, 29])).toBe(false);
  });

  it('with a lead of one ends at winScore', () => {
    expect(won('padel', 6, 1, [6, 5])).toBe(true);
    expect(won('padel', 6, 1, [7, 6])).toBe(false);
    expect(endsOf({ winScore: 6, winBy: 1, format: null }, 'padel')).toHaveLength(1);
  });
});

it('the top scores are the two highest ones, in any order', () => {
  expect(topScores([3, 11, 9])).toEqual([11, 9]);
  expect(topScores([11, 9, 11])).toEqual([11, 11]);
  expect(topScores([9, 10])).toEqual([10, 9]);
});
