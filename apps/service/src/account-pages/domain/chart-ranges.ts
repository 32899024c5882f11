import type { LedgerPosition } from '../../ratings/store/ledger.ts';

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

const DAY = 24 * 60 * 60 * 1_000;

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
