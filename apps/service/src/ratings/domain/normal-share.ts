// Beyond it a double is 0 or 1, to less than its rounding.
const LIMIT = 8.5;
const DENSITY_AT_MEAN = 1 / Math.sqrt(2 * Math.PI);

/**
 * The share of a normal distribution below so many standard deviations from its mean, by the series of
 * Marsaglia, "Evaluating the Normal Distribution" (2004): to the rounding of a double.
 */
export function normalShare(deviations: number): number {
  if (deviations <= -LIMIT) return 0;
  if (deviations >= LIMIT) return 1;
  const square = deviations * deviations;
  let term = deviations;
  let sum = deviations;
  for (let odd = 3, before = 0; sum !== before; odd += 2) {
    before = sum;
    term *= square / odd;
    sum += term;
  }
  return 0.5 + sum * DENSITY_AT_MEAN * Math.exp(-square / 2);
}
