import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOf, eachSubset, eachSubsetWithFirst, positionsOf } from './player-sets.ts';

const visited = (visitEach: (visit: (subset: number) => void) => void) => {
  const subsets: number[] = [];
  visitEach((subset) => subsets.push(subset));
  return subsets;
};
const sets = fc.integer({ min: 1, max: 2 ** 10 - 1 });

/** All subsets of so many players, found by going through every number. */
function subsetsOf(set: number, size: number): number[] {
  return Array.from({ length: set + 1 }, (_, subset) => subset).filter(
    (subset) => (subset & set) === subset && positionsOf(subset).length === size,
  );
}

describe('a set of players', () => {
  it.each([1, 4, 16])('of %i has each position once, in order', (players) => {
    expect(positionsOf(allOf(players))).toEqual([...Array(players).keys()]);
    expect(positionsOf(0)).toEqual([]);
  });

  it('is the sum of its positions', () => {
    fc.assert(
      fc.property(sets, (set) => {
        expect(positionsOf(set).reduce((sum, position) => sum + 2 ** position, 0)).toBe(set);
      }),
    );
  });

  it('has every way to take so many players visited once', () => {
    fc.assert(
      fc.property(sets, fc.integer({ min: 1, max: 5 }), (set, size) => {
        const all = visited((visit) => eachSubset(set, size, visit));
        expect(all.toSorted((one, other) => one - other)).toEqual(subsetsOf(set, size));
      }),
    );
  });

  it('has the ways that take its first player visited, so that of two halves one is', () => {
    fc.assert(
      fc.property(sets, fc.integer({ min: 1, max: 5 }), (set, size) => {
        const first = 2 ** (positionsOf(set)[0] ?? 0);
        const withFirst = visited((visit) => eachSubsetWithFirst(set, size, visit));
        expect(withFirst.toSorted((one, other) => one - other)).toEqual(
          subsetsOf(set, size).filter((subset) => (subset & first) !== 0),
        );
      }),
    );
  });
});
