import { expect, it } from 'vitest';
import { ratedNear } from './find-opponents.ts';

it('the filter for opponents searches around every rating, in three decimals and within the scale', () => {
  for (let thousandths = 2_000; thousandths <= 8_000; thousandths += 1) {
    const { minRating, maxRating } = ratedNear(thousandths / 1_000);
    expect(minRating).toBe(Math.max(2_000, thousandths - 350) / 1_000);
    expect(maxRating).toBe(Math.min(8_000, thousandths + 350) / 1_000);
  }
});

it('the filter for opponents finds all players if there is no rating', () => {
  expect(ratedNear(undefined)).toEqual({ sort: 'activity' });
});
