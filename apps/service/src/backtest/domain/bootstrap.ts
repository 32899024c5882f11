/** A mean with the interval that holds 95 of 100 resamplings of it. */
export interface Interval {
  mean: number;
  lower: number;
  upper: number;
}

const RESAMPLINGS = 1_000;

/**
 * The 95 % interval of a mean of values in played order, of which neighbours are alike: games of one
 * match, and of one tournament. So whole blocks of them are drawn, as many as there are, again and again.
 *
 * @param blockOf The block of each value, never less than that of the value before.
 * @param random Numbers from 0 to 1; the same ones give the same interval.
 */
export function bootstrapMean(
  values: Float64Array,
  blockOf: Uint32Array,
  random: () => number,
): Interval | null {
  if (values.length === 0) return null;
  const blocks = sumByBlock(values, blockOf);
  const means = new Float64Array(RESAMPLINGS);
  for (let resampling = 0; resampling < RESAMPLINGS; resampling += 1) {
    let sum = 0;
    let count = 0;
    for (let drawn = 0; drawn < blocks.length; drawn += 1) {
      const block = blocks[Math.floor(random() * blocks.length)];
      sum += block?.sum ?? 0;
      count += block?.count ?? 0;
    }
    means[resampling] = sum / count;
  }
  means.sort();
  const mean = blocks.reduce((total, { sum }) => total + sum, 0) / values.length;
  return { mean, lower: quantile(means, 0.025), upper: quantile(means, 0.975) };
}

/** Blocks of consecutive matches, about the cube root of their number long. */
export function blocksOf(matchOf: Uint32Array): Uint32Array {
  const matches = countRuns(matchOf);
  const length = Math.max(1, Math.round(Math.cbrt(matches)));
  const blocks = new Uint32Array(matchOf.length);
  let run = -1;
  for (const [index, match] of matchOf.entries()) {
    if (index === 0 || match !== matchOf[index - 1]) run += 1;
    blocks[index] = Math.floor(run / length);
  }
  return blocks;
}

function countRuns(matchOf: Uint32Array): number {
  let runs = 0;
  for (const [index, match] of matchOf.entries()) {
    if (index === 0 || match !== matchOf[index - 1]) runs += 1;
  }
  return runs;
}

function sumByBlock(values: Float64Array, blockOf: Uint32Array): { sum: number; count: number }[] {
  const blocks: { sum: number; count: number }[] = [];
  let current: { sum: number; count: number } | undefined;
  for (const [index, value] of values.entries()) {
    if (current === undefined || blockOf[index] !== blockOf[index - 1]) {
      current = { sum: 0, count: 0 };
      blocks.push(current);
    }
    current.sum += value;
    current.count += 1;
  }
  return blocks;
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
}
