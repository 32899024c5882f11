import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { depthsToCount, percentileOf, rankEach, ranksInSequence } from './ranks.ts';

describe('the ranks in a sequence', () => {
  const boards = fc
    .array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 30 })
    .map((depths) => depths.toSorted((one, other) => one - other));

  it('are those of each counted for itself, wherever the sequence begins', () => {
    fc.assert(
      fc.property(boards, fc.nat(29), fc.nat(30), (board, start, length) => {
        const count = (depths: readonly number[]) =>
          new Map(
            depths.map((depth) => [depth, board.filter((other) => other < depth).length] as const),
          );
        const depths = board.slice(start, start + length);
        const expected = rankEach(depths, count(depths));
        expect(ranksInSequence(depths, count(depthsToCount(depths)))).toEqual(expected);
      }),
    );
  });

  it('need no more than two counts', () => {
    fc.assert(fc.property(boards, (depths) => depthsToCount(depths).length <= 2));
    expect(depthsToCount([])).toEqual([]);
  });
});

it.each([
  [1, 1, 100],
  [1, 5, 100],
  [2, 5, 80],
  [2, 3, 66.67],
  [3, 3, 33.33],
  [1_000_000, 1_000_000, 0],
])('rank %i of %i is percentile %d', (rank, total, percentile) => {
  expect(percentileOf(rank, total)).toBe(percentile);
});
