import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { skill } from '../model/testing/skills.ts';
import { type MatchFormat, winProbability } from '../model/win-probability.ts';
import {
  allOf,
  CourtSplits,
  eachSubset,
  eachSubsetWithFirst,
  positionsOf,
} from './court-splits.ts';

const format: MatchFormat = { sport: 'pickleball', winScore: 11, winBy: 2, bestOf: 3 };

const skillsOf = (mus: readonly number[]) => mus.map((mu) => skill(mu, 3));

function weighed(mus: readonly number[], teamSize: number) {
  const splits = new CourtSplits(skillsOf(mus), teamSize, format);
  return { splits, costs: [...splits.weigh()] };
}

/** Returns the distance of the first team's win probability from one half. */
function unfairnessBetween(...teams: number[][]): number {
  const [chance = 0] = winProbability(teams.map(skillsOf), format);
  return Math.abs(chance - 0.5);
}

describe('the splits of a court', () => {
  it('are ranked by fairness, as many as asked for', () => {
    const { splits } = weighed([20, 22, 25, 31], 2);
    expect(splits.fairest(0b1111, 2)).toEqual([
      { teams: [0b1001, 0b0110], unfairness: unfairnessBetween([20, 31], [22, 25]) },
      { teams: [0b0101, 0b1010], unfairness: unfairnessBetween([20, 25], [22, 31]) },
    ]);
  });

  it('are all returned if there are fewer than asked for', () => {
    const { splits } = weighed([31, 20, 22, 25], 2);
    expect(splits.fairest(0b1111, 4).map(({ teams }) => teams)).toEqual([
      [0b0011, 0b1100],
      [0b0101, 0b1010],
      [0b1001, 0b0110],
    ]);
  });

  it('contain only the players of the set', () => {
    const { splits } = weighed([20, 22, 25, 31], 1);
    expect(splits.courtSize).toBe(2);
    expect(splits.fairest(0b1010, 3)).toEqual([
      { teams: [0b0010, 0b1000], unfairness: unfairnessBetween([22], [31]) },
    ]);
  });

  it('are computed once, however often they are asked for', () => {
    const { splits } = weighed([20, 22, 25, 31], 2);
    expect(splits.fairest(0b1111, 2)).toBe(splits.fairest(0b1111, 2));
  });

  it('are as many as asked for, whatever was asked for before', () => {
    const { splits } = weighed([20, 22, 25, 31], 2);
    const counts = [2, 3, 1, 9].map((count) => splits.fairest(0b1111, count).length);
    expect(counts).toEqual([2, 3, 1, 3]);
  });

  it('have the unfairness of the fairest split of each set', () => {
    const { splits } = weighed([20, 22, 25, 31, 24], 2);
    for (const set of [0b01111, 0b10111, 0b11011, 0b11101, 0b11110]) {
      const [fairest] = splits.fairest(set, 1);
      expect(splits.unfairnessOf(set)).toBe(fairest?.unfairness);
      expect(fairest?.unfairness).toBeGreaterThan(0);
    }
    expect(splits.unfairnessOf(0b00011)).toBe(0);
  });

  it('cost one prediction and one comparison each', () => {
    expect(weighed([20, 22, 25, 31], 2).costs).toEqual([603]);
    expect(weighed([20, 22, 25, 31], 1).costs).toEqual(new Array(6).fill(201));
  });
});

const visited = (visitEach: (visit: (subset: number) => void) => void) => {
  const subsets: number[] = [];
  visitEach((subset) => subsets.push(subset));
  return subsets;
};

const sets = fc.integer({ min: 1, max: 2 ** 10 - 1 });

/** Returns all subsets with this number of players, from all numbers. */
function subsetsOf(set: number, size: number): number[] {
  return Array.from({ length: set + 1 }, (_, subset) => subset).filter(
    (subset) => (subset & set) === subset && positionsOf(subset).length === size,
  );
}

describe('a set of players', () => {
  testRows([1, 4, 16])('has each index once, in order', (players) => {
    expect(positionsOf(allOf(players))).toEqual([...Array(players).keys()]);
    expect(positionsOf(0)).toEqual([]);
  });

  it('is the sum of the bits of its indexes', () => {
    fc.assert(
      fc.property(sets, (set) => {
        expect(positionsOf(set).reduce((sum, position) => sum + 2 ** position, 0)).toBe(set);
      }),
    );
  });

  it('visits every subset of a size once', () => {
    fc.assert(
      fc.property(sets, fc.integer({ min: 1, max: 5 }), (set, size) => {
        const all = visited((visit) => eachSubset(set, size, visit));
        expect(all.toSorted((one, other) => one - other)).toEqual(subsetsOf(set, size));
      }),
    );
  });

  it('visits only the subsets with its first player, so only one of two halves', () => {
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
