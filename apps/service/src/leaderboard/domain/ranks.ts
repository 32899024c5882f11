/** The distances above which players must be counted to know the rank of everybody in a sequence. */
export function distancesToCount(distances: readonly number[]): number[] {
  const [first] = distances;
  const next = distances.find((distance) => distance !== first);
  return [first, next].filter((distance) => distance !== undefined);
}

/**
 * The ranks of players who stand next to each other on a board, from the best on. Players who share a
 * distance share a rank, and the rank after them skips as many. Those who share the first distance may have
 * begun before the sequence, so only from the second distance on is a rank found by counting along.
 * @param above How many players stand above the distances to count.
 */
export function ranksInSequence(
  distances: readonly number[],
  above: ReadonlyMap<number, number>,
): number[] {
  const [, second] = distancesToCount(distances);
  const start = second === undefined ? distances.length : distances.indexOf(second);
  const ranks: number[] = [];
  for (const [index, distance] of distances.entries()) {
    const previous = ranks[index - 1];
    if (index === 0 || index === start) ranks.push((above.get(distance) ?? 0) + 1);
    else if (previous !== undefined && distance === distances[index - 1]) ranks.push(previous);
    else ranks.push((ranks[start] ?? 0) + index - start);
  }
  return ranks;
}

/** The ranks of players who need not stand next to each other: each distance was counted above. */
export function rankEach(
  distances: readonly number[],
  above: ReadonlyMap<number, number>,
): number[] {
  return distances.map((distance) => (above.get(distance) ?? 0) + 1);
}

/** The share of the board, in percent to two decimals, that stands no higher than this rank. */
export function percentileOf(rank: number, total: number): number {
  return Math.round((10_000 * (total - rank + 1)) / total) / 100;
}
