import { expect, it } from 'vitest';
import { checkRows, testRows } from './index.ts';

it('every row is checked, and each failed row is listed with its reason', async () => {
  const checked: number[] = [];
  const rows = [
    ['one', 1],
    ['two', 3],
    ['three', 3],
    ['four', 0],
  ];
  const check = async (name: string, length: number) => {
    checked.push(length);
    if (length === 0) throw new Error('Nothing answers.');
    expect(name.length - 2).toBe(length);
  };
  await expect(checkRows(rows, check)).rejects.toThrow(
    /^2 of 4 rows fail:\nrow 1, \[ 'two', 3 \]: expected 1 to be 3.*\nrow 3, \[ 'four', 0 \]: Nothing answers\.$/,
  );
  expect(checked).toEqual([1, 3, 3, 0]);
});

it('a table without rows fails, because it checks nothing', async () => {
  await expect(checkRows([], () => undefined)).rejects.toThrow('The table has no rows');
});

testRows(['a', 'b'])('a row may be one value', (letter) => {
  expect(letter).toHaveLength(1);
});

testRows<[string, number]>([
  ['a', 1],
  ['ab', 2],
])('the columns of a row are arguments', (text, length) => {
  expect(text).toHaveLength(length);
});
