import type { Random } from '@partner-rating/service/src/platform/random.ts';

/**
 * Returns a number from the normal distribution with mean 0 and standard deviation 1 (Box–Muller).
 */
export function normal(random: Random): number {
  // The logarithm of zero is not defined.
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}

export function between(random: Random, [from, to]: readonly [number, number]): number {
  return from + random() * (to - from);
}
