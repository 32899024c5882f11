/** A rating after a match, and its uncertainty. */
export interface RatedMoment {
  at: Date;
  rating: number;
  /** The likely range of the true rating: one standard deviation to either side. */
  low: number;
  high: number;
}

const DAY = 24 * 60 * 60 * 1_000;

/** How many days back a chart goes. Null: back to the first match. */
const rangeDays = { '3-months': 91, '1-year': 365, all: null } as const;

export type ChartRange = keyof typeof rangeDays;

export const chartRanges = Object.keys(rangeDays) as readonly ChartRange[];

export const DEFAULT_RANGE: ChartRange = 'all';

/** Returns the range that an address names. */
export function readRange(text: string | null): ChartRange {
  return chartRanges.find((range) => range === text) ?? DEFAULT_RANGE;
}

export interface Period {
  from: Date;
  to: Date;
}

/** Returns the period of a chart. It does not begin before the first match. */
export function periodOf(range: ChartRange, firstPlayed: Date, now: Date): Period {
  const days = rangeDays[range];
  const from = days === null ? firstPlayed : new Date(now.getTime() - days * DAY);
  return { from: from < firstPlayed ? firstPlayed : from, to: now };
}

/**
 * Returns the moments of a period. The last moment before the period is included, with the beginning of the period as
 * its time.
 */
export function momentsIn(career: readonly RatedMoment[], { from }: Period): RatedMoment[] {
  const first = career.findIndex(({ at }) => at >= from);
  const before = career.at(first === -1 ? -1 : first - 1);
  const isBegun = first !== 0 && before !== undefined;
  return [
    ...(isBegun ? [{ ...before, at: from }] : []),
    ...(first === -1 ? [] : career.slice(first)),
  ];
}
