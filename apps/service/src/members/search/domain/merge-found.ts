import type { FoundPlayer, SearchSort } from '../store/search-filter.ts';

/** Players found in two ways, each once, in the order asked for. */
export function mergeFound(
  sort: SearchSort,
  some: readonly FoundPlayer[],
  others: readonly FoundPlayer[],
): FoundPlayer[] {
  const byNumber = new Map([...some, ...others].map((player) => [player.memberNumber, player]));
  const compare = sort === 'name' ? compareNames : compareValues;
  return [...byNumber.values()].sort(
    (one, other) => compare(one, other) || one.memberNumber - other.memberNumber,
  );
}

// As the database does, by bytes.
function compareNames(one: FoundPlayer, other: FoundPlayer): number {
  return Buffer.compare(Buffer.from(one.name), Buffer.from(other.name));
}

// The highest and the latest first; who never played comes last.
function compareValues(one: FoundPlayer, other: FoundPlayer): number {
  if (one.value === other.value) return 0;
  return (other.value ?? Number.NEGATIVE_INFINITY) - (one.value ?? Number.NEGATIVE_INFINITY);
}
