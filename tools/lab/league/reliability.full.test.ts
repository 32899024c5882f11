import { PROVISIONAL_BELOW } from '@partner-rating/ratings';
import { expect, it } from 'vitest';
import { measureReliability } from './reliability.ts';
import { LEAGUE_SEED } from './settings.ts';

it('ratings are closer to the true ones the more reliable they are, and provisional ones are often far off', () => {
  const bands = measureReliability([LEAGUE_SEED]);
  const farOff = bands.map((band) => band.farOff);
  expect(farOff).toEqual(farOff.toSorted((one, other) => other - one));
  const [provisional, , , solid] = bands;
  expect(bands.map(({ from }) => from)).toContain(PROVISIONAL_BELOW);
  // The guide says: about one in four, and one in fifteen.
  expect(provisional?.farOff).toBeGreaterThan(0.2);
  expect(solid?.farOff).toBeLessThan(0.1);
  // The probability of a likely range.
  for (const { likely } of bands) expect(likely).toBeGreaterThan(2 / 3);
});
