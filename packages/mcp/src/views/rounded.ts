/** A share or probability by three decimals: more than that only costs an agent tokens. */
export function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
