// Without `crypto`, which React Native does not have. These values must be different, but not secret.

/** Returns a unique text of letters and digits. */
export function anyId(): string {
  const part = () => Math.random().toString(36).slice(2);
  return `${part()}-${part()}`;
}

/** Returns a random whole number below `end`. */
export function anyNumber(end: number): number {
  return Math.floor(Math.random() * end);
}
