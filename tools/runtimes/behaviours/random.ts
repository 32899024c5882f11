// React Native has no `crypto`, and what the suite makes up has to differ and not to be secret.

/** Letters and digits that nobody else makes up. */
export function anyId(): string {
  const part = () => Math.random().toString(36).slice(2);
  return `${part()}-${part()}`;
}

/** A whole number below `end`. */
export function anyNumber(end: number): number {
  return Math.floor(Math.random() * end);
}
