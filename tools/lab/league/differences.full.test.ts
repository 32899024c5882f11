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

  it('contain the true difference of two players of clubs that never met in 85 to 95 of 100 intervals of 90%', () => {
    expect(known.coveredApart).toBeGreaterThan(0.85);
    expect(known.coveredApart).toBeLessThan(0.95);
  });

  it('hardly claim to know which of two players is better if they only play together', () => {
    expect(known.pairReliability).toBeLessThanOrEqual(0.3);
  });

  it('order the players of a fixed pair within ten games with others', () => {
    expect(known.pairsInOrder).toBeGreaterThanOrEqual(0.9);
  });

  it('show the advantage of a closed club within twelve weeks after it opened', () => {
    // If the model had no directions of groups, the ratings would show 0.045 of the 0.38.
    expect(known.shownGap).toBeGreaterThanOrEqual(0.09);
  });

  it('correlate with the true skills, within a club and among the clubs that meet', () => {
    expect(known.correlationWithin).toBeGreaterThanOrEqual(0.93);
    expect(known.correlation).toBeGreaterThanOrEqual(0.93);
  });
});

it('the intervals of 90% contain too few true differences if the model is too certain', () => {
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
