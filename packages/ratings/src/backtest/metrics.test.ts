import { describe, expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { calibrationBins, calibrationSlope, logLossOf, measure } from './metrics.ts';

const judged = (...pairs: readonly (readonly [number, number])[]) => ({
  predicted: Float64Array.from(pairs, ([prediction]) => prediction),
  happened: Float64Array.from(pairs, ([, outcome]) => outcome),
});

/** Results with true probabilities, and predictions whose logits are multiplied by a factor. */
function simulated(count: number, { sureness }: { sureness: number }) {
  const random = seededRandom(1);
  return judged(
    ...Array.from({ length: count }, () => {
      const logit = 6 * random() - 3;
      const outcome = random() < 1 / (1 + Math.exp(-logit)) ? 1 : 0;
      return [1 / (1 + Math.exp(-sureness * logit)), outcome] as const;
    }),
  );
}

describe('measure', () => {
  it('gives a coin its known loss and score, and no accuracy', () => {
    const coin = measure(judged([0.5, 1], [0.5, 0], [0.5, 1]));
    expect(coin).toMatchObject({ count: 3, brierScore: 0.25, accuracy: null });
    expect(coin.logLoss).toBeCloseTo(Math.LN2, 12);
  });

  it('counts the favourites that won, without level results', () => {
    expect(measure(judged([0.8, 1], [0.3, 0], [0.6, 0], [0.9, 0.5])).accuracy).toBeCloseTo(2 / 3);
  });

  it('scores a level result as half a win', () => {
    const { logLoss, brierScore } = measure(judged([0.7, 0.5]));
    expect(logLoss).toBeCloseTo(-(Math.log(0.7) + Math.log(0.3)) / 2, 12);
    expect(brierScore).toBeCloseTo(0.04, 12);
  });

  it('does not depend on which team is first', () => {
    const results = simulated(500, { sureness: 1.4 });
    const other = {
      predicted: results.predicted.map((prediction) => 1 - prediction),
      happened: results.happened.map((outcome) => 1 - outcome),
    };
    for (const [name, value] of Object.entries(measure(results))) {
      expect([name, measure(other)[name as 'logLoss']]).toEqual([name, expect.closeTo(value, 9)]);
    }
  });

  it('is null without results', () => {
    expect(measure(judged())).toEqual({
      count: 0,
      logLoss: null,
      brierScore: null,
      accuracy: null,
      calibrationError: null,
      calibrationErrorByChance: null,
      calibrationSlope: null,
    });
  });

  it('gives a wrong certainty a large but finite loss', () => {
    expect(logLossOf(1, 0)).toBeGreaterThan(20);
    expect(logLossOf(1, 0)).toBeLessThan(21);
  });

  it('accepts predictions that are all equal', () => {
    const alike = measure(
      judged(...Array.from({ length: 10 }, (_, n) => [0.7, n < 7 ? 1 : 0] as const)),
    );
    expect(alike.calibrationError).toBeCloseTo(0, 12);
    // Ten results, each with a variance of 0.21, from the side of both teams.
    expect(alike.calibrationErrorByChance).toBeCloseTo(Math.sqrt((2 / Math.PI) * 2.1) / 10, 12);
    expect(alike.calibrationSlope).toBeCloseTo(1, 6);
  });
});

describe('calibration', () => {
  it('finds only chance error and a slope of 1 in right predictions', () => {
    const honest = measure(simulated(40_000, { sureness: 1 }));
    expect(honest.calibrationError).toBeLessThan(2 * (honest.calibrationErrorByChance ?? 0));
    expect(honest.calibrationSlope).toBeCloseTo(1, 1);
  });

  it('finds predictions that are twice too certain', () => {
    const sure = measure(simulated(40_000, { sureness: 2 }));
    expect(sure.calibrationError).toBeGreaterThan(10 * (sure.calibrationErrorByChance ?? 0));
    expect(sure.calibrationSlope).toBeCloseTo(0.5, 1);
  });

  it('has no slope if the results do not determine one', () => {
    expect(calibrationSlope(judged([0.5, 1], [0.5, 0]))).toBeNull();
    expect(calibrationSlope(judged([0.8, 1]))).toBeNull();
  });

  it('puts each result into the bins of its prediction for both teams', () => {
    const bins = calibrationBins(judged([0.75, 1], [0.79, 0], [1, 1]));
    expect(bins.map(({ count }) => count)).toEqual([1, 0, 2, 0, 0, 0, 0, 2, 0, 1]);
    expect(bins[7]).toMatchObject({ from: 0.7, to: 0.8, happened: 0.5 });
    expect(bins[7]?.predicted).toBeCloseTo(0.77, 12);
    expect(bins[1]).toMatchObject({ predicted: null, happened: null });
  });
});
