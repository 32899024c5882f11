/** A rating, how far it may be off, and the match after which it was that. */
export interface RatedMoment {
  at: Date;
  rating: number;
  /** Where the model believes the true rating to be: one standard deviation to either side. */
  low: number;
  high: number;
}

const DAY = 24 * 60 * 60 * 1_000;

/** How many days back a chart goes; null where it begins with the first match. */
const rangeDays = { '3-months': 91, '1-year': 365, all: null } as const;

export type ChartRange = keyof typeof rangeDays;

export const chartRanges = Object.keys(rangeDays) as readonly ChartRange[];

export const DEFAULT_RANGE: ChartRange = 'all';

/** The range that an address asks for. */
export function readRange(text: string | null): ChartRange {
  return chartRanges.find((range) => range === text) ?? DEFAULT_RANGE;
}

export interface Period {
  from: Date;
  to: Date;
}

/** The days that a chart shows: none before the first match, as there is nothing to draw. */
export function periodOf(range: ChartRange, firstPlayed: Date, now: Date): Period {
  const days = rangeDays[range];
  const from = days === null ? firstPlayed : new Date(now.getTime() - days * DAY);
  return { from: from < firstPlayed ? firstPlayed : from, to: now };
}

/** The moments of a period, and the one that it begins with, which is dated at its beginning. */
export function momentsIn(career: readonly RatedMoment[], { from }: Period): RatedMoment[] {
  const first = career.findIndex(({ at }) => at >= from);
  const before = career.at(first === -1 ? -1 : first - 1);
  const isBegun = first !== 0 && before !== undefined;
  return [
    ...(isBegun ? [{ ...before, at: from }] : []),
    ...(first === -1 ? [] : career.slice(first)),
  ];
}
