import { PRIMARY_BRACKET } from './brackets.ts';
import type { RatingDifference } from './rating-differences.ts';

/** What a rebuild does to one rating; null where there is none before or afterwards. */
export interface RatingMove {
  memberId: string;
  sport: string;
  bracket: string;
  before: number | null;
  after: number | null;
}

/** How far the main ratings of a sport move that are there before and afterwards. */
export interface MovesSummary {
  /** How many main ratings have another `R` afterwards. */
  moved: number;
  /** By how much half of those move at most, and nine of ten; 0 where none moves. */
  median: number;
  ninetiethPercentile: number;
  /** Who moves furthest, the furthest first. */
  furthest: RatingMove[];
}

const FURTHEST = 10;

export function moveOf({
  memberId,
  sport,
  bracket,
  standing,
  expected,
}: RatingDifference): RatingMove {
  const before = standing?.rating ?? null;
  return { memberId, sport, bracket, before, after: expected?.rating ?? null };
}

/** Collects moves, of which it retains the distances and the furthest. */
export class MovesCollector {
  readonly #distances: number[] = [];
  #furthest: RatingMove[] = [];

  add(move: RatingMove): void {
    const distance = distanceOf(move);
    if (move.bracket !== PRIMARY_BRACKET || distance === 0) return;
    this.#distances.push(distance);
    const last = this.#furthest.at(-1);
    if (this.#furthest.length === FURTHEST && last && distanceOf(last) >= distance) return;
    this.#furthest = [...this.#furthest, move]
      .toSorted((one, other) => distanceOf(other) - distanceOf(one))
      .slice(0, FURTHEST);
  }

  summary(): MovesSummary {
    const sorted = this.#distances.toSorted((one, other) => one - other);
    const quantile = (share: number) =>
      sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
    return {
      moved: sorted.length,
      median: quantile(0.5),
      ninetiethPercentile: quantile(0.9),
      furthest: this.#furthest,
    };
  }
}

/** In thousandths that R has, 0 where there is no rating before or afterwards. */
function distanceOf({ before, after }: RatingMove): number {
  if (before === null || after === null) return 0;
  return Math.round(Math.abs(after - before) * 1_000) / 1_000;
}
