export interface Shrinking<Item> {
  /** Whether these items fail in the same way as all of them. */
  fails: (items: readonly Item[]) => Promise<boolean>;
  /** The maximum number of attempts. */
  maxTries: number;
}

/**
 * Returns the shortest list it finds that still fails, by removing smaller and smaller parts (delta
 * debugging).
 */
export async function shrink<Item>(
  items: readonly Item[],
  { fails, maxTries }: Shrinking<Item>,
): Promise<Item[]> {
  let shortest = [...items];
  let tries = 0;
  for (let size = Math.ceil(shortest.length / 2); size >= 1; ) {
    let isShorter = false;
    for (let start = 0; start < shortest.length && tries < maxTries; ) {
      const without = [...shortest.slice(0, start), ...shortest.slice(start + size)];
      tries += 1;
      if (without.length > 0 && (await fails(without))) {
        shortest = without;
        isShorter = true;
      } else start += size;
    }
    if (tries >= maxTries || (size === 1 && !isShorter)) break;
    if (!isShorter || size > shortest.length) size = Math.max(1, Math.floor(size / 2));
  }
  return shortest;
}
