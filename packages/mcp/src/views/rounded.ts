/** Rounds a share or probability to three decimals, because more would only cost an agent tokens. */
export function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
