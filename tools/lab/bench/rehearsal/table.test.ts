import { expect, it } from 'vitest';
import { isMet, type Limit, type Measured, markdownTable, rowsOf } from './table.ts';

const measured = (name: string, value: number, promise?: Limit): Measured => ({
  ...{ name, unit: 'ms', value },
  ...(promise !== undefined && { promise }),
});
const rowOf = (values: readonly number[], promise?: Limit) => {
  const [row] = rowsOf(values.map((value) => [measured('read, p99', value, promise)]));
  if (row === undefined) throw new Error('There is one row.');
  return row;
};

it('the table shows each size, the growth from the first to the last one, and the promise', () => {
  const rows = rowsOf([
    [measured('read, p50', 2), measured('read, p99', 10, { growthAtMost: 1.3 })],
    [measured('read, p50', 2.5), measured('read, p99', 12.34, { growthAtMost: 1.3 })],
  ]);
  expect(markdownTable(rows, [100_000, 1_000_000])).toBe(
    '| Figure | 100,000 matches | 1,000,000 matches | Growth | Promise |\n' +
      '| --- | ---: | ---: | ---: | ---: |\n' +
      '| read, p50 | 2 ms | 2.5 ms | × 1.25 |  |\n' +
      '| read, p99 | 10 ms | 12.3 ms | × 1.23 | ≤ × 1.3 |\n',
  );
});

it('a missed promise is marked in the table', () => {
  const rows = [rowOf([10, 13.1], { growthAtMost: 1.3 }), rowOf([1, 6], { atMost: 5 })];
  const table = markdownTable(rows, [1_000, 2_000]);
  expect(table).toContain('| × 1.31 | **≤ × 1.3, missed** |');
  expect(table).toContain('| × 6.00 | **≤ 5 ms, missed** |');
});

it('a promise about growth holds up to its limit, and does not count with one size', () => {
  expect(isMet(rowOf([10, 13], { growthAtMost: 1.3 }))).toBe(true);
  expect(isMet(rowOf([10, 13.01], { growthAtMost: 1.3 }))).toBe(false);
  expect(isMet(rowOf([10], { growthAtMost: 1.3 }))).toBeNull();
});

it('a promise about a value is judged at the last size', () => {
  expect(isMet(rowOf([9, 5], { atMost: 5 }))).toBe(true);
  expect(isMet(rowOf([1, 5.1], { atMost: 5 }))).toBe(false);
  expect(isMet(rowOf([4], { atMost: 5 }))).toBe(true);
  expect(isMet(rowOf([9, 99]))).toBeNull();
});

it('a figure that a size lacks is shown as none, and meets no promise', () => {
  const [row] = rowsOf([[measured('rebuild', 1, { atMost: 5 })], []]);
  if (row === undefined) throw new Error('There is one row.');
  expect(isMet(row)).toBe(false);
  expect(markdownTable([row], [1_000, 2_000])).toContain(
    '| rebuild | 1 ms | none |  | **≤ 5 ms, missed** |',
  );
});
