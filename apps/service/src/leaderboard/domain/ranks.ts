/** The depths above which players must be counted to know the rank of everybody in a sequence. */
export function depthsToCount(depths: readonly number[]): number[] {
  const [first] = depths;
  const next = depths.find((depth) => depth !== first);
  return [first, next].filter((depth) => depth !== undefined);
}

/**
 * The ranks of players who stand next to each other on a board, from the best on. Who shares a depth
 * shares a rank, and the rank after them skips as many. Those who share the first depth may have
 * begun before the sequence, so only from the second depth on is a rank told by counting along.
 * @param above How many players stand above the depths to count.
 */
export function ranksInSequence(
  depths: readonly number[],
  above: ReadonlyMap<number, number>,
): number[] {
  const [, second] = depthsToCount(depths);
  const start = second === undefined ? depths.length : depths.indexOf(second);
  const ranks: number[] = [];
  for (const [index, depth] of depths.entries()) {
    const previous = ranks[index - 1];
    if (index === 0 || index === start) ranks.push((above.get(depth) ?? 0) + 1);
    else if (previous !== undefined && depth === depths[index - 1]) ranks.push(previous);
    else ranks.push((ranks[start] ?? 0) + index - start);
  }
  return ranks;
}

/** The ranks of players who need not stand next to each other: each depth was counted above. */
export function rankEach(depths: readonly number[], above: ReadonlyMap<number, number>): number[] {
  return depths.map((depth) => (above.get(depth) ?? 0) + 1);
}

/** The share of the board, in percent to two decimals, that stands no higher than this rank. */
export function percentileOf(rank: number, total: number): number {
  return Math.round((10_000 * (total - rank + 1)) / total) / 100;
}
