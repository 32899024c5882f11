import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distancesToCount, percentileOf, rankEach, ranksInSequence } from './ranks.ts';

describe('the ranks in a sequence', () => {
  const boards = fc
    .array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 30 })
    .map((distances) => distances.toSorted((one, other) => one - other));

  it('are those of each counted for itself, wherever the sequence begins', () => {
    fc.assert(
      fc.property(boards, fc.nat(29), fc.nat(30), (board, start, length) => {
        const count = (distances: readonly number[]) =>
          new Map(
            distances.map(
              (distance) => [distance, board.filter((other) => other < distance).length] as const,
            ),
          );
        const distances = board.slice(start, start + length);
        const expected = rankEach(distances, count(distances));
        expect(ranksInSequence(distances, count(distancesToCount(distances)))).toEqual(expected);
      }),
    );
  });

  it('need no more than two counts', () => {
    fc.assert(fc.property(boards, (distances) => distancesToCount(distances).length <= 2));
    expect(distancesToCount([])).toEqual([]);
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
