import { type Judged, logitOf } from './metrics.ts';

/** An interval that contains 95 of 100 resamplings of a figure. */
export interface Bounds {
  lower: number;
  upper: number;
}

/** A mean, with the interval that contains 95 of 100 resamplings of it. */
export interface Interval extends Bounds {
  mean: number;
}

const RESAMPLINGS = 1_000;

/**
 * Returns the 95% interval of the mean of values in played order.
 *
 * @param blockOf The block of each value, which never decreases.
 * @param random Numbers from 0 to 1; the same numbers give the same interval.
 */
export function bootstrapMean(
  values: Float64Array,
  blockOf: Uint32Array,
  random: () => number,
): Interval | null {
  const bounds = bootstrapRatio(values, new Float64Array(values.length).fill(1), blockOf, random);
  if (bounds === null) return null;
  return { mean: values.reduce((sum, value) => sum + value, 0) / values.length, ...bounds };
}

/**
 * Returns the 95% interval of the ratio of two sums over values in played order. Neighbouring values are similar, because they
 * belong to one match or one tournament. The resampling therefore draws whole blocks.
 */
export function bootstrapRatio(
  numerators: Float64Array,
  denominators: Float64Array,
  blockOf: Uint32Array,
  random: () => number,
): Bounds | null {
  if (numerators.length === 0) return null;
  const numeratorOf = sumByBlock(numerators, blockOf);
  const denominatorOf = sumByBlock(denominators, blockOf);
  const blocks = numeratorOf.length;
  const ratios = new Float64Array(RESAMPLINGS);
  for (let resampling = 0; resampling < RESAMPLINGS; resampling += 1) {
    let numerator = 0;
    let denominator = 0;
    for (let drawn = 0; drawn < blocks; drawn += 1) {
      const block = Math.floor(random() * blocks);
      numerator += numeratorOf[block] ?? 0;
      denominator += denominatorOf[block] ?? 0;
    }
    ratios[resampling] = numerator / denominator;
  }
  ratios.sort();
  return { lower: quantile(ratios, 0.025), upper: quantile(ratios, 0.975) };
}

/** Returns blocks of consecutive matches. Their length is about the cube root of the number of matches. */
export function blocksOf(matchOf: Uint32Array): Uint32Array {
  const matches = countRuns(matchOf);
  const length = Math.max(1, Math.round(Math.cbrt(matches)));
  const blocks = new Uint32Array(matchOf.length);
  let run = -1;
  for (const [index, match] of matchOf.entries()) {
    if (match !== matchOf[index - 1]) run += 1;
    blocks[index] = Math.floor(run / length);
  }
  return blocks;
}

function countRuns(matchOf: Uint32Array): number {
  let runs = 0;
  for (const [index, match] of matchOf.entries()) {
    if (match !== matchOf[index - 1]) runs += 1;
  }
  return runs;
}

function sumByBlock(values: Float64Array, blockOf: Uint32Array): number[] {
  const sums: number[] = [];
  for (const [index, value] of values.entries()) {
    if (blockOf[index] !== blockOf[index - 1]) sums.push(0);
    sums[sums.length - 1] = (sums.at(-1) ?? 0) + value;
  }
  return sums;
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
}

/**
 * Returns the 95% interval of a calibration slope. A resampling moves the slope by one step of Newton's method, which is the ratio
 * of the sums of gradients and curvatures, so each block of matches is summed up only once.
 * @param matchOf The match of each result; results are in played order.
 * @param random Numbers from 0 to 1; the same numbers give the same interval.
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
