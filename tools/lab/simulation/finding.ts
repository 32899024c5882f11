/** Something that must hold and does not. */
export class Finding extends Error {
  override name = 'Finding';
}

export function expectThat(holds: boolean, otherwise: () => string): asserts holds {
  if (!holds) throw new Finding(otherwise());
}

/** Both as JSON, and where they differ first. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const [one, other] = [canonical(actual), canonical(expected)];
  if (one === other) return;
  const from = Math.max(0, [...one].findIndex((letter, index) => letter !== other[index]) - 120);
  const shown = (text: string) => text.slice(from, from + 400);
  throw new Finding(`${what}\n    is       …${shown(one)}\n    but must …${shown(other)}`);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
