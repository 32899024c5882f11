import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../platform/random.ts';
import { calibrationSlope } from './metrics.ts';
import { slopeInterval } from './slope-interval.ts';

/** Results that happen as their chances say, predicted by chances of so many times their logit. */
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
  it('has 1 within it for about 95 of 100 honest sets of results', () => {
    const within = Array.from({ length: 200 }, (_, seed) => {
      const { lower, upper } = intervalOf(results(600, { seed }));
      return lower <= 1 && upper >= 1;
    }).filter(Boolean);
    expect(within.length / 200).toBeGreaterThan(0.9);
    expect(within.length / 200).toBeLessThan(0.99);
  });

  it('leaves 1 out for predictions that are too sure, or not sure enough', () => {
    expect(intervalOf(results(4_000, { sureness: 1.4 })).upper).toBeLessThan(0.9);
    expect(intervalOf(results(4_000, { sureness: 0.7 })).lower).toBeGreaterThan(1.1);
  });

  it('holds the slope, and is narrower the more results there are', () => {
    const few = intervalOf(results(500));
    const many = intervalOf(results(50_000));
    expect(few.lower).toBeLessThan(few.slope);
    expect(few.upper).toBeGreaterThan(few.slope);
    expect(many.upper - many.lower).toBeLessThan((few.upper - few.lower) / 5);
  });

  it('takes games of one match for one, so that repeating them makes it no narrower', () => {
    const once = results(500);
    const repeated = {
      predicted: Float64Array.from({ length: 2_000 }, (_, n) => once.predicted[n >> 2] ?? 0),
      happened: Float64Array.from({ length: 2_000 }, (_, n) => once.happened[n >> 2] ?? 0),
    };
    const width = ({ lower, upper }: { lower: number; upper: number }) => upper - lower;
    expect(width(intervalOf(repeated, 4)) / width(intervalOf(once))).toBeCloseTo(1, 6);
  });
});
