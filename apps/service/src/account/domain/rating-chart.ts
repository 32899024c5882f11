import type { LedgerPosition } from '../../ratings/store/ledger.ts';

/** A rating, and the match after which it was that. */
export interface RatedMoment {
  at: Date;
  rating: number;
}

/** How wide the line is drawn, before it is stretched. */
const LINE_WIDTH = 1_000;

const TOP = 14;

const PLOT = 180;

const BOTTOM = 26;

// More of them would hide the line.
const MAX_DOTS = 40;

const MAX_STEPS = 4;

const levelSteps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2];

const DAY_LABELS = 4;

const DAY = 24 * 60 * 60 * 1_000;

/** @param moments In the order of play, one at least. */
export function drawChart(moments: readonly RatedMoment[], { from, to }: Period): RatingChart {
  const start = from.getTime();
  const length = Math.max(DAY, to.getTime() - start);
  const along = (at: Date) => round((at.getTime() - start) / length);
  const levels = levelsAround(moments.map(({ rating }) => rating));
  const [lowest = 0, highest = 1] = [levels[0], levels.at(-1)];
  const down = (rating: number) =>
    Math.round(10 * (TOP + (PLOT * (highest - rating)) / (highest - lowest))) / 10;
  const points = moments.map(({ at, rating }) => ({
    x: Math.min(1, Math.max(0, along(at))),
    y: down(rating),
  }));
  const bottom = TOP + PLOT;
  const line = points.map(({ x, y }) => `${round(LINE_WIDTH * x)} ${y}`).join('L');
  const [first, last] = [points[0], points.at(-1)];
  const lastX = round(LINE_WIDTH * (last?.x ?? 0));
  return {
    width: LINE_WIDTH,
    height: bottom + BOTTOM,
    bottom,
    line: `M${line}`,
    area: `M${round(LINE_WIDTH * (first?.x ?? 0))} ${bottom}L${line}L${lastX} ${bottom}Z`,
    rest: `M${lastX} ${last?.y ?? 0}H${LINE_WIDTH}`,
    dots: points.length > MAX_DOTS ? [] : points.map(({ x, y }) => ({ x: round(100 * x), y })),
    levels: levels.map((level) => ({ y: down(level), label: level.toFixed(2) })),
    days: labelledDays(start, length),
  };
}

/** Round ratings, evenly apart, from one below all of these to one above. */
function levelsAround(ratings: readonly number[]): number[] {
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const fitting = levelSteps.find((step) => (high - low) / step <= MAX_STEPS);
  const step = Math.max(0.05, fitting ?? 2);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

const dayAndMonth = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

const monthAndYear = new Intl.DateTimeFormat('en-GB', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

function labelledDays(start: number, length: number): RatingChart['days'] {
  const format = length > 300 * DAY ? monthAndYear : dayAndMonth;
  const count = Math.min(DAY_LABELS, Math.floor(length / DAY) + 1);
  return Array.from({ length: count }, (_, index) => {
    const share = count === 1 ? 0 : index / (count - 1);
    return {
      x: round(100 * share),
      anchor: index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle',
      label: format.format(start + share * length),
    };
  });
}

function round(value: number): number {
  return Math.round(1_000 * value) / 1_000;
}

/** How far back a chart goes; null where it begins with the first match. */
export const chartRanges = {
  '3-months': { label: '3 months', days: 91 },
  '1-year': { label: '1 year', days: 365 },
  all: { label: 'All', days: null },
} as const;

export type ChartRange = keyof typeof chartRanges;

export const DEFAULT_RANGE: ChartRange = 'all';

/** The range that an address asks for. */
export function readRange(text: string | null): ChartRange {
  return text !== null && Object.hasOwn(chartRanges, text) ? (text as ChartRange) : DEFAULT_RANGE;
}

export interface Period {
  from: Date;
  to: Date;
}

/** The days that a chart shows: none before the first match, as there is nothing to draw. */
export function periodOf(range: ChartRange, firstPlayed: Date, now: Date): Period {
  const { days } = chartRanges[range];
  const from = days === null ? firstPlayed : new Date(now.getTime() - days * DAY);
  return { from: from < firstPlayed ? firstPlayed : from, to: now };
}

/** As many as a chart has room for: more would be drawn over each other, and what the page costs would grow. */
export const MAX_POINTS = 100;

/** Positions in the ledger, evenly apart, the last of them after all that was played. */
export function samplePositions({ from, to }: Period): LedgerPosition[] {
  const length = to.getTime() - from.getTime();
  const times = Array.from(
    { length: MAX_POINTS },
    (_, index) => from.getTime() + (length * index) / (MAX_POINTS - 1),
  );
  // The first match is at the very beginning, and one may be dated a minute ahead.
  const [first = 0, ...between] = times;
  return [first + 1, ...between.slice(0, -1), to.getTime() + DAY].map((time) => ({
    matchDate: new Date(time),
    arrival: 0,
  }));
}

/** A chart as it is drawn: down in pixels, along in percent, so that its texts stay as large on a phone. */
export interface RatingChart {
  /** The size of the line and the area, which are stretched to the width there is. */
  width: number;
  height: number;
  /** Where the days are written below. */
  bottom: number;
  line: string;
  area: string;
  /** The line of the days since the last match. */
  rest: string;
  dots: { x: number; y: number }[];
  levels: { y: number; label: string }[];
  days: { x: number; anchor: 'start' | 'middle' | 'end'; label: string }[];
}
