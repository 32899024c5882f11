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

  it('contain that of two players of clubs that never met in as many', () => {
    expect(known.coveredApart).toBeGreaterThan(0.85);
    expect(known.coveredApart).toBeLessThan(0.95);
  });

  it('hardly claim to know who is better of two who only play together', () => {
    expect(known.pairReliability).toBeLessThanOrEqual(0.3);
  });

  it('order the players of a fixed pair within ten games with others', () => {
    expect(known.pairsInOrder).toBeGreaterThanOrEqual(0.9);
  });

  it('show the advantage of a closed club within twelve weeks after it opened', () => {
    // Without the groups' directions, it is 0.045 of 0.38.
    expect(known.shownGap).toBeGreaterThanOrEqual(0.09);
  });

  it('correlate with the true skills, within a club and among the clubs that meet', () => {
    expect(known.correlationWithin).toBeGreaterThanOrEqual(0.93);
    expect(known.correlation).toBeGreaterThanOrEqual(0.93);
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
