import {
  allOf,
  type CourtSplit,
  type CourtSplits,
  eachSubsetWithFirst,
  type PlayerSet,
} from './court-splits.ts';

/** A division of all players into courts, and of each court into two teams. */
export type Lineup = readonly CourtSplit[];

// Sums of the same numbers in a different order differ by less than this, so such lineups are equally fair.
const ROUNDING = 1e-12;

/**
 * Finds the fairest lineups, ordered by their worst court and, if those are equally unfair, by
 * all courts together. Ties are ordered by the players' indexes.
 *
 * Yields the amount of work of each step. The first search finds `count` lineups by their worst courts. The worst court of the
 * last of them is the limit. All lineups that are fairer than the limit are then known. The second search orders the lineups at
 * the limit by their sums.
 */
export function* fairestLineups(splits: CourtSplits, count: number): Generator<number, Lineup[]> {
  yield* splits.weigh();
  const byWorst = search(splits, { count, join: Math.max, limit: Number.POSITIVE_INFINITY });
  const limit = worstOf(byWorst.at(-1) ?? []);
  const isFairer = (lineup: Lineup) => worstOf(lineup) < limit - ROUNDING;
  const fairer = byWorst
    .filter(isFairer)
    .sort((one, other) => compare(worstOf(one), worstOf(other)) || sumOf(one) - sumOf(other));
  yield workOf(splits);
  const atLimit = search(splits, { count, join: (one, other) => one + other, limit });
  return [...fairer, ...atLimit.filter((lineup) => !isFairer(lineup))].slice(0, count);
}

// A search visits each possible set of remaining players once, so this is about the number of sets.
function workOf({ players }: CourtSplits): number {
  return 2 ** players;
}

/** Returns the unfairness of a lineup: that of its worst court. */
export function worstOf(lineup: Lineup): number {
  return Math.max(...lineup.map(({ unfairness }) => unfairness));
}

function sumOf(lineup: Lineup): number {
  return lineup.reduce((sum, { unfairness }) => sum + unfairness, 0);
}

function compare(one: number, other: number): number {
  return Math.abs(one - other) < ROUNDING ? 0 : one - other;
}

interface Search {
  count: number;
  /** Combines the unfairness of two parts of a lineup. */
  join: (one: number, other: number) => number;
  /** The largest allowed unfairness of a court. */
  limit: number;
}

/**
 * Finds the fairest lineups, by branch and bound. The least unfairness of the remaining players is computed exactly, once for each
 * set of them, so nearly every branch that is tried gives a lineup.
 */
function search(splits: CourtSplits, { count, join, limit }: Search): Lineup[] {
  const { courtSize, players } = splits;
  const bounds = new Float64Array(2 ** players).fill(Number.NaN);
  bounds[0] = 0;
  const found: { lineup: Lineup; cost: number }[] = [];

  function minCost(left: PlayerSet): number {
    const known = bounds[left] ?? 0;
    if (!Number.isNaN(known)) return known;
    let least = Number.POSITIVE_INFINITY;
    eachSubsetWithFirst(left, courtSize, (set) => {
      const unfairness = splits.unfairnessOf(set);
      if (unfairness <= limit) least = Math.min(least, join(unfairness, minCost(left ^ set)));
    });
    bounds[left] = least;
    return least;
  }

  const isTooMuch = (cost: number) =>
    cost === Number.POSITIVE_INFINITY ||
    (found.length === count && cost > (found.at(-1)?.cost ?? 0) - ROUNDING);

  /** Fills the courts of the remaining players, the most promising first. */
  function complete(lineup: Lineup, left: PlayerSet, cost: number): void {
    if (left === 0) {
      const index = found.findLastIndex((other) => other.cost <= cost) + 1;
      found.splice(index, 0, { lineup, cost });
      if (found.length > count) found.pop();
      return;
    }
    const courts: { set: PlayerSet; least: number }[] = [];
    eachSubsetWithFirst(left, courtSize, (set) => {
      const unfairness = splits.unfairnessOf(set);
      const least = join(join(cost, unfairness), minCost(left ^ set));
      if (unfairness <= limit && !isTooMuch(least)) courts.push({ set, least });
    });
    courts.sort((one, other) => one.least - other.least);
    for (const { set, least } of courts) {
      if (isTooMuch(least)) return;
      for (const split of splits.fairest(set, count)) {
        const reached = join(cost, split.unfairness);
        if (split.unfairness > limit || isTooMuch(join(reached, minCost(left ^ set)))) break;
        complete([...lineup, split], left ^ set, reached);
      }
    }
  }

  complete([], allOf(players), 0);
  return found.map(({ lineup }) => lineup);
}
