import type { CountableReport, ReportedDays } from '../store/reports.ts';

/** A report, as it is compared with those of its own application that have the same players and games. */
export type OwnReport = ReportedDays & Pick<CountableReport, 'event' | 'bracket'>;

const MINUTES_APART = 30;

/**
 * Whether a report of a later request may be of a match that its application reported before: a player or a program may
 * have sent it twice. The two have the same players and games.
 */
export function isPossibleDuplicate(later: OwnReport, earlier: OwnReport): boolean {
  if (later.firstDay > earlier.lastDay || later.lastDay < earlier.firstDay) return false;
  if (differ(later.event, earlier.event) || differ(later.bracket, earlier.bracket)) return false;
  if (later.moment === null || earlier.moment === null) return true;
  const apart = Math.abs(later.moment.getTime() - earlier.moment.getTime());
  return apart <= MINUTES_APART * 60_000;
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}
