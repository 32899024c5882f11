/** A minimal assertion, because no assertion library runs in every runtime. */
export function isTrue(value: unknown, what: string): asserts value {
  if (!value) throw new Error(`Expected: ${what}.`);
}

export function equal(actual: unknown, expected: unknown): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== wanted) throw new Error(`Expected ${wanted}, but found ${found}.`);
}

/** Returns the reason with which a promise rejects. The reason must have these properties. */
export async function rejection(
  promise: PromiseLike<unknown>,
  properties: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const error: unknown = await promise.then(
    (value) => {
      throw new Error(`Expected a rejection, but found ${JSON.stringify(value)?.slice(0, 1_000)}.`);
    },
    (reason: unknown) => reason,
  );
  const found = error as Record<string, unknown>;
  const names = Object.keys(properties);
  if (names.some((name) => found[name] !== properties[name])) {
    const actual = Object.fromEntries(names.map((name) => [name, found[name]]));
    throw new Error(
      `Expected a rejection with ${JSON.stringify(properties)}, but found ${JSON.stringify(actual)}: ${String(error)}`,
    );
  }
  return found;
}
