/** Some of the players, a bit for each: bit 0 is set where the first one belongs to it. */
export type PlayerSet = number;

export function allOf(players: number): PlayerSet {
  return 2 ** players - 1;
}

/** The positions of its players. */
export function positionsOf(set: PlayerSet): number[] {
  const positions: number[] = [];
  for (let rest = set; rest !== 0; rest &= rest - 1) positions.push(31 - Math.clz32(rest & -rest));
  return positions;
}

/** Visits every way to take so many players out of a set; it makes no lists, since there are so many. */
export function eachSubset(
  set: PlayerSet,
  size: number,
  visit: (subset: PlayerSet) => void,
  taken: PlayerSet = 0,
): void {
  if (size === 0) {
    visit(taken);
    return;
  }
  for (let rest = set; rest !== 0; rest &= rest - 1) {
    const first = rest & -rest;
    eachSubset(rest ^ first, size - 1, visit, taken | first);
  }
}

/** The same with the first player among them, so that of a set and those left over one is visited. */
export function eachSubsetWithFirst(
  set: PlayerSet,
  size: number,
  visit: (subset: PlayerSet) => void,
): void {
  const first = set & -set;
  eachSubset(set ^ first, size - 1, visit, first);
}
