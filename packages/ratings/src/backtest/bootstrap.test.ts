import { describe, expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { blocksOf, bootstrapMean, bootstrapRatio, slopeInterval } from './bootstrap.ts';
import { calibrationSlope } from './metrics.ts';

const noise = (count: number, seed: number) => {
  const random = seededRandom(seed);
  return Float64Array.from({ length: count }, () => random() - 0.5);
};

const ranks = (count: number, perMatch = 1) =>
  Uint32Array.from({ length: count }, (_, index) => Math.floor(index / perMatch));

describe('the bootstrap interval', () => {
  it('is the same for the same seed', () => {
    const values = noise(500, 1);
    const once = bootstrapMean(values, ranks(500), seededRandom(7));
    expect(bootstrapMean(values, ranks(500), seededRandom(7))).toEqual(once);
  });

  it('has about the theoretical width for independent values', () => {
    const interval = bootstrapMean(noise(4_000, 2), ranks(4_000), seededRandom(1));
    const expected = (2 * 1.96 * Math.sqrt(1 / 12)) / Math.sqrt(4_000);
    const width = (interval?.upper ?? 0) - (interval?.lower ?? 0);
    expect(width / expected).toBeGreaterThan(0.85);
    expect(width / expected).toBeLessThan(1.15);
  });

  it('is wider if neighbours are similar, because they are drawn together', () => {
    const repeated = noise(500, 3);
    const values = Float64Array.from(
      { length: 5_000 },
      (_, n) => repeated[Math.floor(n / 10)] ?? 0,
    );
    const width = (blocks: Uint32Array) => {
      const interval = bootstrapMean(values, blocks, seededRandom(1));
      return (interval?.upper ?? 0) - (interval?.lower ?? 0);
    };
    expect(width(ranks(5_000, 10))).toBeGreaterThan(2.5 * width(ranks(5_000)));
  });

  it('contains 95 of 100 resamplings, with as many outside on each side', () => {
    const values = Float64Array.from(ranks(1_000)).reverse();
    let draws = 0;
    // Each resampling draws one block repeatedly, and different resamplings draw different blocks.
    const random = () => Math.floor(draws++ / values.length) / values.length;
    expect(bootstrapMean(values, ranks(1_000), random)).toEqual({
      ...{ mean: 499.5, lower: 25, upper: 974 },
    });
  });

  it('comes from the ratio of the drawn sums', () => {
    const drawn = [0, 0.99];
    let draws = 0;
    const random = () => drawn[draws++ % 2] ?? 0;
    const bounds = bootstrapRatio(
      Float64Array.of(1, 2, 4),
      Float64Array.of(10, 20, 50),
      Uint32Array.of(0, 0, 1),
      random,
    );
    expect(bounds).toEqual({ lower: 7 / 80, upper: 7 / 80 });
  });

  it('has the mean of the values, or null without values', () => {
    const interval = bootstrapMean(Float64Array.of(1, 2, 6), ranks(3), seededRandom(1));
    expect(interval?.mean).toBe(3);
    expect(bootstrapMean(new Float64Array(0), new Uint32Array(0), seededRandom(1))).toBeNull();
  });
});

it('blocks are whole consecutive matches', () => {
  const blocks = blocksOf(Uint32Array.from({ length: 54 }, (_, game) => Math.floor(game / 2)));
  expect([...blocks.slice(0, 7)]).toEqual([0, 0, 0, 0, 0, 0, 1]);
  expect(blocks.at(-1)).toBe(8);
});

it('a block has at least one match', () => {
  expect([...blocksOf(Uint32Array.of(3, 3, 9))]).toEqual([0, 0, 1]);
  expect(blocksOf(new Uint32Array(0))).toHaveLength(0);
});

/** Results with true probabilities, and predictions whose logits are multiplied by a factor. */
function results(count: number, { seed = 1, sureness = 1 } = {}) {
  const random = seededRandom(seed);
  const logits = Float64Array.from({ length: count }, () => 4 * random() - 2);
  return {
    predicted: logits.map((logit) => 1 / (1 + Math.exp(-sureness * logit))),
    happened: logits.map((logit) => (random() < 1 / (1 + Math.exp(-logit)) ? 1 : 0)),
  };
}

type Results = ReturnType<typeof results>;

function intervalOf(judged: Results, resultsAMatch = 1) {
  const matchOf = Uint32Array.from(judged.predicted, (_, n) => Math.floor(n / resultsAMatch));
  const slope = calibrationSlope(judged) ?? Number.NaN;
  const interval = slopeInterval(judged, slope, matchOf, seededRandom(2));
  if (interval === null) throw new Error('There is no interval.');
  return { ...interval, slope };
}

describe('the interval of a calibration slope', () => {
  it('contains 1 for about 95 of 100 honest sets of results', () => {
    const within = Array.from({ length: 200 }, (_, seed) => {
      const { lower, upper } = intervalOf(results(600, { seed }));
      return lower <= 1 && upper >= 1;
    }).filter(Boolean);
    expect(within.length / 200).toBeGreaterThan(0.9);
    expect(within.length / 200).toBeLessThan(0.99);
  });

  it('does not contain 1 for predictions that are too certain or too timid', () => {
    expect(intervalOf(results(4_000, { sureness: 1.4 })).upper).toBeLessThan(0.9);
    expect(intervalOf(results(4_000, { sureness: 0.7 })).lower).toBeGreaterThan(1.1);
  });

  it('contains the slope, and is narrower with more results', () => {
    const few = intervalOf(results(500));
    const many = intervalOf(results(50_000));
    expect(few.lower).toBeLessThan(few.slope);
    expect(few.upper).toBeGreaterThan(few.slope);
    expect(many.upper - many.lower).toBeLessThan((few.upper - few.lower) / 5);
  });

  it('counts the games of a match as one result, so repeated games do not make the interval narrower', () => {
    const once = results(500);
    const repeated = {
      predicted: Float64Array.from({ length: 2_000 }, (_, n) => once.predicted[n >> 2] ?? 0),
      happened: Float64Array.from({ length: 2_000 }, (_, n) => once.happened[n >> 2] ?? 0),
    };
    const width = ({ lower, upper }: { lower: number; upper: number }) => upper - lower;
    expect(width(intervalOf(repeated, 4)) / width(intervalOf(once))).toBeCloseTo(1, 6);
  });
});
