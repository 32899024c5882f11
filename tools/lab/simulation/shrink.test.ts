import { expect, it } from 'vitest';
import { shrink } from './shrink.ts';

const items = Array.from({ length: 60 }, (_, index) => index);

it('shrink finds the items that a failure needs, wherever they are in the list', async () => {
  const needed = [3, 17, 59];
  const fails = async (some: readonly number[]) => needed.every((item) => some.includes(item));
  expect(await shrink(items, { fails, maxTries: 500 })).toEqual(needed);
});

it('shrink returns its shortest list so far after the maximum number of attempts', async () => {
  let tries = 0;
  const fails = async (some: readonly number[]) => {
    tries += 1;
    return some.includes(30);
  };
  const found = await shrink(items, { fails, maxTries: 3 });
  expect(tries).toBeLessThanOrEqual(3);
  expect(found).toContain(30);
});
