import { expect, it } from 'vitest';
import { Column } from './column.ts';

it.each([0, 1, 1_024, 1_025, 5_000])('a column has each of its %i values', (count) => {
  const column = new Column((length) => new Uint32Array(length));
  for (let value = 0; value < count; value += 1) column.push(3 * value);
  expect(column.length).toBe(count);
  for (let index = 0; index < count; index += 1) expect(column.at(index)).toBe(3 * index);
  expect(column.at(10_000)).toBeNaN();
});
