/** Returns the median. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Returns the quantile: this share of the measurements is not larger. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
