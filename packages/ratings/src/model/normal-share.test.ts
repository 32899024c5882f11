import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalShare } from './win-probability.ts';

describe('the share of a normal distribution', () => {
  testRows([
    [0, 0.5],
    [0.5, 0.6914624612740131],
    [1, 0.8413447460685429],
    [2, 0.9772498680518208],
    [3, 0.9986501019683699],
    [5, 0.9999997133484281],
    [6, 0.9999999990134124],
    [40, 1],
  ])('equals the published share, and the shares below and above sum to 1', (deviations, share) => {
    expect(normalShare(deviations)).toBeCloseTo(share, 14);
    expect(normalShare(-deviations)).toBeCloseTo(1 - share, 14);
  });

  it('never falls, except for rounding errors', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -10, max: 10, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (deviations, more) => {
          const share = normalShare(deviations);
          expect(normalShare(deviations + more)).toBeGreaterThanOrEqual(share - 1e-15);
        },
      ),
    );
  });
});
