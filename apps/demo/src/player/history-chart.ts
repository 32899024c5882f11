import type { RatingExplanation, RatingHistoryEntry } from '@partner-rating/client';
import { formatDate, formatRating } from '../pages/format.ts';

/** A chart as numbers of an SVG of 420 by 180, and the same as rows for a table. */
export interface HistoryChart {
  /** The points of the line, as `points` of a polyline. */
  line: string;
  last: { x: number; y: number; label: string };
  /** Horizontal lines, each with its rating. */
  levels: { y: number; label: string }[];
  first: string;
  latest: string;
  rows: { date: string; rating: string; why: string; matchId: string | null }[];
}

const TOP = 14;
const BOTTOM = 150;
// The labels of the levels are left of the line. The label of the last point is right of it.
const LEFT = 44;
const RIGHT = 372;
/** The minimum range of the vertical axis, so that a small change does not look like a large one. */
const MIN_SPAN = 0.2;

/**
 * Draws the changes of one rating in the order in which they were made. `history` is in the order of the service, the
 * latest first. Returns null if there are fewer than two changes, because they make no line.
 */
export function historyChart(history: readonly RatingHistoryEntry[]): HistoryChart | null {
  const changes = history
    .flatMap(({ newRating, matchDate, changedAt, matchId, explanation }) =>
      newRating === null
        ? []
        : [{ rating: newRating, at: new Date(matchDate ?? changedAt), matchId, explanation }],
    )
    .reverse();
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined || changes.length < 2) return null;

  const ratings = changes.map(({ rating }) => rating);
  const middle = (Math.min(...ratings) + Math.max(...ratings)) / 2;
  const span = Math.max(MIN_SPAN, Math.max(...ratings) - Math.min(...ratings));
  const [low, high] = [middle - span / 2, middle + span / 2];
  // All matches have the same distance, so that several matches of one day are visible.
  const x = (index: number) => rounded(LEFT + ((RIGHT - LEFT) * index) / (changes.length - 1));
  const y = (rating: number) => rounded(TOP + ((BOTTOM - TOP) * (high - rating)) / (high - low));

  return {
    line: changes.map(({ rating }, index) => `${x(index)},${y(rating)}`).join(' '),
    last: { x: RIGHT, y: y(last.rating), label: formatRating(last.rating) },
    levels: [high, middle, low].map((rating) => ({ y: y(rating), label: rating.toFixed(2) })),
    first: formatDate(first.at),
    latest: formatDate(last.at),
    rows: changes.toReversed().map(({ at, rating, matchId, explanation }) => ({
      date: formatDate(at),
      rating: formatRating(rating),
      why: whyWords(explanation),
      matchId,
    })),
  };
}

const reasons: Readonly<Record<string, string>> = {
  as_expected: 'As expected',
  contradicted: 'The games show another winner',
  unconfirmed: 'Not confirmed',
  not_rated: 'Does not count',
};

/** Says why a match moved the rating, or why not. A correction without a match has no explanation. */
export function whyWords(explanation: RatingExplanation | undefined): string {
  if (explanation === undefined) return 'Recalculated';
  const { reason, ratingBefore, ratingAfter, withheld } = explanation;
  if (reason === 'moved') {
    return (ratingAfter ?? 0) > (ratingBefore ?? 0)
      ? 'Better than expected'
      : 'Worse than expected';
  }
  if (reason === 'limited') {
    return withheld > 0 ? 'Won by less than expected' : 'Lost by less than expected';
  }
  return reasons[reason] ?? '–';
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
