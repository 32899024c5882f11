import { describe, expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { compare, GROUPS } from './comparison.ts';
import type { Results } from './results.ts';

const EXPERIENCE = [9, 10, 30, 50, 51, 400];
const COUNT = EXPERIENCE.length;

const results: Results = {
  unit: 'game',
  count: COUNT,
  firstOf: Int32Array.from(EXPERIENCE, (_, result) => result),
  matchOf: Uint32Array.from(EXPERIENCE, (_, result) => result),
  outcome: new Float64Array(COUNT).fill(1),
  sport: Uint16Array.of(0, 0, 0, 1, 1, 1),
  experience: Uint32Array.from(EXPERIENCE),
  isBack: Uint8Array.of(0, 0, 1, 0, 0, 1),
};

const always = (chance: number) => new Float64Array(COUNT).fill(chance);
const rivals = [
  { name: 'weak', settings: new Map([[0, 'K 8']]), predictions: always(0.5) },
  { name: 'strong', settings: new Map<number, string>(), predictions: always(0.8) },
];
const compared = {
  results,
  ratings: always(0.7),
  rivals,
  truth: null,
  sport: null,
  random: seededRandom(1),
};

describe('a comparison', () => {
  it('puts a result into the groups of its experience and absence', () => {
    const counts = Object.entries(compare(compared).ratings).map(([group, { count }]) => [
      group,
      count,
    ]);
    expect(Object.fromEntries(counts)).toEqual({
      all: 6,
      under10: 1,
      from10To50: 3,
      over50: 2,
      backAfter90Days: 2,
    });
  });

  it('has only the results of a given sport, with the settings of that sport', () => {
    const { ratings, rivals: rivalsOfSport } = compare({ ...compared, sport: 0 });
    expect(ratings.all.count).toBe(3);
    expect(rivalsOfSport.map(({ name, settings }) => [name, settings])).toEqual([
      ['weak', 'K 8'],
      ['strong', ''],
    ]);
  });

  it('compares with the best rival, and has the difference in loss', () => {
    const { difference } = compare(compared);
    expect(difference?.rival).toBe('strong');
    expect(difference?.mean).toBeCloseTo(Math.log(0.8) - Math.log(0.7), 12);
  });

  it('has the limits of what can be known if the true probabilities are known', () => {
    const { knowable } = compare({ ...compared, truth: always(0.9) });
    const share = (Math.LN2 + Math.log(0.7)) / (Math.LN2 + Math.log(0.9));
    expect(knowable?.all?.share).toBeCloseTo(share, 12);
    expect(compare(compared).knowable).toBeNull();
  });

  it('has, for each group with results, how far the ratings are from a coin to the truth', () => {
    const truth = always(0.9);
    const { knowable, truth: known } = compare({ ...compared, sport: 0, truth });
    expect(knowable?.all).toMatchObject({ coin: Math.LN2, truth: expect.closeTo(-Math.log(0.9)) });
    expect(knowable?.over50).toBeNull();
    expect(known?.under10).toMatchObject({ count: 1, accuracy: 1 });
    expect(compare(compared).truth).toBeNull();
  });

  it('has the predictions of each rival, in each group', () => {
    const [weak, strong] = compare(compared).rivals;
    expect(weak?.metrics.all.logLoss).toBeCloseTo(Math.LN2, 12);
    expect(strong?.metrics.over50).toMatchObject({ count: 2, accuracy: 1 });
    expect(strong?.metrics.all.logLoss).toBeCloseTo(-Math.log(0.8), 12);
    expect(weak?.settings).toBe('');
  });

  it('has the bins of the ratings', () => {
    const { calibration } = compare(compared);
    expect(calibration.filter(({ count }) => count > 0)).toMatchObject([
      { from: 0.3, count: 6, happened: 0 },
      { from: 0.7, count: 6, happened: 1 },
    ]);
  });

  it('has an interval that contains each slope', () => {
    const chances = Float64Array.of(0.8, 0.7, 0.6, 0.8, 0.7, 0.6);
    const outcome = Float64Array.of(1, 1, 0, 1, 0, 1);
    const { ratings, slopeIntervals } = compare({
      ...compared,
      ratings: chances,
      results: { ...results, outcome },
    });
    const slope = ratings.all.calibrationSlope ?? Number.NaN;
    expect(slopeIntervals.all?.lower).toBeLessThan(slope);
    expect(slopeIntervals.all?.upper).toBeGreaterThan(slope);
    // Every favourite won in this group.
    expect(ratings.under10.calibrationSlope).toBeNull();
    expect(slopeIntervals.under10).toBeNull();
  });

  it('has no difference without rivals', () => {
    expect(compare({ ...compared, rivals: [] }).difference).toBeNull();
  });

  it('has the groups of GROUPS, in their order', () => {
    expect(GROUPS).toEqual(Object.keys(compare(compared).ratings));
  });

  it('has no difference without results', () => {
    const none = compare({ ...compared, sport: 7 });
    expect(none.difference).toBeNull();
    expect(none.ratings.all).toMatchObject({ count: 0, logLoss: null });
  });
});
