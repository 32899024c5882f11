import type { FaultItem } from '@partner-rating/server';
import type { PlayedPeriod } from '../store/match-lists.ts';

/** The days of a list, first and last, in UTC; each may be left open. */
export interface ListedDays {
  from?: string;
  to?: string;
}

const DAY = 24 * 60 * 60 * 1_000;
// Not every database knows the years beyond that a date can be of, and nothing was played then.
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LAST_DAY = '9999-12-31';

/** The same as moments, of which the first counts and the last does not. */
export function playedPeriod({ from, to }: ListedDays): PlayedPeriod {
  return {
    since: from === undefined ? null : momentOf(Date.parse(from)),
    before: to === undefined || to >= LAST_DAY ? null : momentOf(Date.parse(to) + DAY),
  };
}

function momentOf(time: number): Date {
  return new Date(Math.max(EARLIEST, time));
}

export function periodFaults({ from, to }: ListedDays): FaultItem[] {
  if (from === undefined || to === undefined || from <= to) return [];
  const detail = `The list ends on ${to}, before it begins on ${from}. Correct one of the dates.`;
  return [{ pointer: '/query/to', code: 'end_before_start', detail }];
}
