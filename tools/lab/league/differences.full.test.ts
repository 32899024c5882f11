import { describe, expect, it } from 'vitest';
import { measureDifferences, type RatedLeague } from './differences.ts';
import { ratedLeague } from './rated-league.ts';

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

describe('in leagues of separate clubs, the ratings', () => {
  const known = measureDifferences(SEEDS, ratedLeague);

  it('contain the true difference of two players of a club in 85 to 95 of 100 intervals of 90%', () => {
    expect(known.coveredWithin).toBeGreaterThan(0.85);
    expect(known.coveredWithin).toBeLessThan(0.95);
  });

  it('order the players of a fixed pair within ten games with others', () => {
    expect(known.pairsInOrder).toBeGreaterThan(0.95);
  });

  it('correlate with the true skills of a club', () => {
    expect(known.correlationWithin).toBeGreaterThan(0.93);
  });
});

it('the intervals notice a model that is too certain', () => {
  const certain = (): RatedLeague => {
    const ratings = ratedLeague();
    return {
      ...ratings,
      difference(one, other, at) {
        const difference = ratings.difference(one, other, at);
        return { ...difference, variance: difference.variance / 2 };
      },
    };
  };
  expect(measureDifferences(SEEDS.slice(0, 4), certain).coveredWithin).toBeLessThan(0.85);
});
