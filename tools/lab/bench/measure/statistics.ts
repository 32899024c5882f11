/** The middle of some measurements. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The measurement that this share of all does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
