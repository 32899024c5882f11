/** A moment as a page shows it: words for people, and the time for machines. */
export interface MomentWords {
  text: string;
  /** RFC 3339, for the `datetime` of a `time` element. */
  time: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const units: readonly (readonly [number, Intl.RelativeTimeFormatUnit])[] = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
];

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const distance = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** How long ago it was: true in every time zone, and the service does not know the player's. */
export function agoWords(moment: Date, now: Date): MomentWords {
  const time = moment.toISOString();
  const passed = now.getTime() - moment.getTime();
  if (passed >= 30 * DAY) return { text: `on ${date.format(moment)}`, time };
  const [length, unit] = units.find(([candidate]) => passed >= candidate) ?? [];
  if (length === undefined || unit === undefined) return { text: 'just now', time };
  return { text: distance.format(-Math.floor(passed / length), unit), time };
}

/** A day of the calendar, `YYYY-MM-DD`. */
export function dayWords(day: string): MomentWords {
  return { text: date.format(new Date(day)), time: day };
}

export function dateWords(moment: Date): MomentWords {
  return { text: date.format(moment), time: moment.toISOString() };
}
