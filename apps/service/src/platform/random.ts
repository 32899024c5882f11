import type { Random } from '@partner-rating/ratings';

export { type Random, seededRandom } from '@partner-rating/ratings';

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('There is nothing to pick from.');
  return item;
}

/** Returns this many different items in random order. */
export function sample<Item>(random: Random, items: readonly Item[], count: number): Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, count)
    .map(({ item }) => item);
}
