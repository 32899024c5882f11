import { dayText, decimalText, monthText } from '../../platform/pages/domain/locale.ts';
import type { Period, RatedMoment } from './chart-range.ts';

/** The width of the lines before they are stretched. */
const LINE_WIDTH = 1_000;

const TOP = 26;

const PLOT = 180;

const BOTTOM = 26;

// More circles would hide the line.
const MAX_DOTS = 40;

const MAX_STEPS = 4;

const levelSteps = [0.05, 0.1, 0.2, 0.5, 1, 2];

const ROUNDING = 1e-9;

const DAY_LABELS = 4;

const DAY = 24 * 60 * 60 * 1_000;

/** A chart as it is drawn: y in pixels, x in percent, so that its texts stay as large on a phone. */
export interface RatingChart {
  /** The size of the lines, which are stretched to the available width. */
  width: number;
  height: number;
  /** The vertical range of the plot. */
  top: number;
  bottom: number;
  /** The rating, with a step at each match, up to today. */
  line: string;
  /** The likely range of the true rating. */
  band: string;
  /** Whether the band is wider than the chart somewhere, and is cut off at its edge. */
  isBandCut: boolean;
  /** A point for each shown match, in the order of play. */
  points: ChartPoint[];
  hasDots: boolean;
  levels: { y: number; label: string }[];
  days: { x: number; anchor: Anchor; label: string }[];
}

type Anchor = 'start' | 'middle' | 'end';

interface ChartPoint {
  x: number;
  y: number;
  /** The alignment of its text, so that it stays within the chart. */
  anchor: Anchor;
  isPeak: boolean;
  isCurrent: boolean;
  /** Whether its rating is written next to it: the peak's, and today's unless they would overlap. */
  isLabelled: boolean;
}

// On a phone, a label is a third as wide as the chart.
const LABEL = { width: 33, height: 16 };

/** @param moments In the order of play, at least one. */
export function drawChart(moments: readonly RatedMoment[], { from, to }: Period): RatingChart {
  const start = from.getTime();
  const length = Math.max(DAY, to.getTime() - start);
  const range = rangeOf(moments);
  const levels = levelsAround([range.low, range.high]);
  const [lowest = 0, highest = 1] = [levels[0], levels.at(-1)];
  const bottom = TOP + PLOT;
  const down = (rating: number) =>
    tenths(Math.min(bottom, Math.max(TOP, TOP + (PLOT * (highest - rating)) / (highest - lowest))));
  const along = (at: Date) => Math.min(1, Math.max(0, (at.getTime() - start) / length));
  const xs = moments.map(({ at }) => along(at));
  const steps = (value: (moment: RatedMoment) => number): [x: number, y: number][] =>
    moments.flatMap((moment, index) => {
      const y = down(value(moment));
      const [x = 0, next = 1] = [xs[index], xs[index + 1]];
      return [
        [tenths(LINE_WIDTH * x), y],
        [tenths(LINE_WIDTH * next), y],
      ];
    });
  const peak = peakOf(moments);
  const points = moments.map((moment, index) => {
    const x = xs[index] ?? 0;
    return {
      ...{ x: tenths(100 * x), y: down(moment.rating) },
      anchor: x < 0.2 ? ('start' as const) : x > 0.8 ? ('end' as const) : ('middle' as const),
      isPeak: moment === peak,
      isCurrent: index === moments.length - 1,
    };
  });
  const top = points.find(({ isPeak }) => isPeak);
  const isFree = ({ x, y }: { x: number; y: number }) =>
    top === undefined || Math.abs(x - top.x) >= LABEL.width || Math.abs(y - top.y) >= LABEL.height;
  return {
    width: LINE_WIDTH,
    height: bottom + BOTTOM,
    ...{ top: TOP, bottom },
    line: pathOf(steps(({ rating }) => rating)),
    band: `${pathOf([...steps(({ high }) => high), ...steps(({ low }) => low).toReversed()])}Z`,
    isBandCut: moments.some(
      ({ low, high }) => low < lowest - ROUNDING || high > highest + ROUNDING,
    ),
    points: points.map((point) => ({
      ...point,
      isLabelled: point.isPeak || (point.isCurrent && isFree(point)),
    })),
    hasDots: moments.length <= MAX_DOTS,
    levels: levels.map((level) => ({ y: down(level), label: decimalText(level, 2) })),
    days: labelledDays(start, length),
  };
}

function pathOf(points: readonly (readonly [x: number, y: number])[]): string {
  return `M${points.map(([x, y]) => `${x} ${y}`).join('L')}`;
}

/** Returns the first moment with the highest rating. */
export function peakOf<Moment extends Pick<RatedMoment, 'rating'>>(
  moments: readonly Moment[],
): Moment | undefined {
  const highest = Math.max(...moments.map(({ rating }) => rating));
  return moments.find(({ rating }) => rating === highest);
}

const MAX_POINTS = 120;

const COLUMNS = MAX_POINTS / 4;

/**
 * Returns the moments that a chart shows: all, or of each column the first, the last, the lowest, and the highest, so
 * that no peak is lost.
 */
export function shownMoments<Moment extends Pick<RatedMoment, 'at' | 'rating'>>(
  moments: readonly Moment[],
): Moment[] {
  if (moments.length <= MAX_POINTS) return [...moments];
  const start = moments[0]?.at.getTime() ?? 0;
  const length = Math.max(1, (moments.at(-1)?.at.getTime() ?? 0) - start);
  const columns = Map.groupBy(moments, ({ at }) =>
    Math.min(COLUMNS - 1, Math.floor((COLUMNS * (at.getTime() - start)) / length)),
  );
  return [...columns.values()].flatMap((column) => {
    const lowest = Math.min(...column.map(({ rating }) => rating));
    const low = column.find(({ rating }) => rating === lowest);
    const retained = new Set([column[0], low, peakOf(column), column.at(-1)]);
    return column.filter((moment) => retained.has(moment));
  });
}

// In a long career, the wide band of the first matches would flatten the line.
const MAX_MARGIN = 1.5;

/** Returns the range of the chart. At least a quarter of the height is for the ratings and the current band. */
function rangeOf(moments: readonly RatedMoment[]): { low: number; high: number } {
  const { low: lowToday = 0, high: highToday = 1 } = moments.at(-1) ?? {};
  const ratings = moments.map(({ rating }) => rating);
  const [low, high] = [Math.min(lowToday, ...ratings), Math.max(highToday, ...ratings)];
  const margin = MAX_MARGIN * (high - low);
  return {
    low: Math.max(low - margin, Math.min(...moments.map((moment) => moment.low))),
    high: Math.min(high + margin, Math.max(...moments.map((moment) => moment.high))),
  };
}

/** Returns round ratings at equal distances, from one below all of these to one above. */
function levelsAround(ratings: readonly number[]): number[] {
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const step = levelSteps.find((one) => (high - low) / one <= MAX_STEPS + ROUNDING) ?? 2;
  // 3.7 + 0.1 is slightly more than 3.8.
  const first = Math.floor(low / step + ROUNDING);
  const last = Math.max(first + 1, Math.ceil(high / step - ROUNDING));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function labelledDays(start: number, length: number): RatingChart['days'] {
  const write = length > 300 * DAY ? monthText : dayText;
  const count = Math.min(DAY_LABELS, Math.floor(length / DAY) + 1);
  return Array.from({ length: count }, (_, index) => {
    const share = count === 1 ? 0 : index / (count - 1);
    return {
      x: tenths(100 * share),
      anchor: index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle',
      label: write(new Date(start + share * length)),
    };
  });
}

function tenths(value: number): number {
  return Math.round(10 * value) / 10;
}
