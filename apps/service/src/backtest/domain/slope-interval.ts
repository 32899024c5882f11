import { type Bounds, blocksOf, bootstrapRatio } from './bootstrap.ts';
import { type Judged, logitOf } from './metrics.ts';

/**
 * How far chance reaches in a calibration slope: its 95 % interval. A resampling moves the slope by one
 * step of Newton's method from where it is, which is the ratio of the sums of gradients and curvatures,
 * so that blocks of matches need to be summed up only once.
 *
 * @param matchOf The match of each result; results are in played order.
 * @param random Numbers from 0 to 1; the same ones give the same interval.
 */
export function slopeInterval(
  { predicted, happened }: Judged,
  slope: number,
  matchOf: Uint32Array,
  random: () => number,
): Bounds | null {
  const gradients = new Float64Array(predicted.length);
  const curvatures = new Float64Array(predicted.length);
  for (const [result, prediction] of predicted.entries()) {
    const logit = logitOf(prediction);
    const chance = 1 / (1 + Math.exp(-slope * logit));
    gradients[result] = logit * ((happened[result] ?? 0.5) - chance);
    curvatures[result] = logit ** 2 * chance * (1 - chance);
  }
  const change = bootstrapRatio(gradients, curvatures, blocksOf(matchOf), random);
  return change === null ? null : { lower: slope + change.lower, upper: slope + change.upper };
}
