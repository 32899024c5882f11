const HOUR = 60 * 60 * 1_000;

const DAY = 24 * HOUR;

/** The hour of Mondays, in UTC, from which the recaps of the previous week are sent. */
export const RECAP_HOUR = 6;

// If the service does not run for longer, players get no recap of that week.
const RECAP_DAYS = 2;

/** Returns the Monday, `YYYY-MM-DD`, whose recaps are due now. Null on other days. */
export function recapMonday(now: Date): string | null {
  const shifted = new Date(now.getTime() - RECAP_HOUR * HOUR);
  const daysSinceMonday = (shifted.getUTCDay() + 6) % 7;
  if (daysSinceMonday >= RECAP_DAYS) return null;
  return new Date(shifted.getTime() - daysSinceMonday * DAY).toISOString().slice(0, 10);
}

/** Returns the week before a Monday, in UTC, without `to` itself. */
export function weekBefore(monday: string): { from: Date; to: Date } {
  const to = new Date(monday);
  return { from: new Date(to.getTime() - 7 * DAY), to };
}
