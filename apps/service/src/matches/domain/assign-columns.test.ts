import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assignColumns } from './assign-columns.ts';

function sum(costs: readonly number[][], assigned: ReadonlyMap<number, number>): number {
  return [...assigned].reduce((total, [row, column]) => total + (costs[row]?.[column] ?? 0), 0);
}

/** The minimal sum, by trying everything. */
function minimalSum(costs: readonly number[][], taken: readonly number[] = []): number {
  const [row, ...rest] = costs;
  if (row === undefined) return 0;
  const choices = row.flatMap((cost, column) =>
    taken.includes(column) ? [] : cost + minimalSum(rest, [...taken, column]),
  );
  return Math.min(...choices);
}

it('assigns rows to columns at minimal cost', () => {
  const matrices = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 2 }))
    .chain(([rows, more]) =>
      fc.array(fc.array(fc.nat(20), { minLength: rows + more, maxLength: rows + more }), {
        minLength: rows,
        maxLength: rows,
      }),
    );
  fc.assert(
    fc.property(matrices, (costs) => {
      const assigned = assignColumns(costs);
      expect(assigned.size).toBe(costs.length);
      expect(new Set(assigned.values()).size).toBe(costs.length);
      expect(sum(costs, assigned)).toBe(minimalSum(costs));
    }),
  );
});

it('leaves rows without a column where there are more of them', () => {
  expect(assignColumns([[3], [1], [2]])).toEqual(new Map([[1, 0]]));
  expect(assignColumns([])).toEqual(new Map());
});
