import type { ErrorItem } from '@partner-rating/server';
import type { PlayedPeriod } from '../store/match-lists.ts';

type OffsetAt = (moment: Date) => number;

// Keys are in lower case because Intl accepts any case, so there are at most as many entries as time zones.
const known = new Map<string, OffsetAt | null>();

/** Returns whether the IANA database has a time zone of this name. */
export function isTimeZone(name: string): boolean {
  return readZone(name) !== undefined;
}

/**
 * Returns the offset from UTC in a time zone, in milliseconds; null if the zone is unknown, or is UTC, which servers use
 * and which names no venue.
 */
export function offsetIn(name: string | null, moment: Date): number | null {
  return name === null ? null : (readZone(name)?.(moment) ?? null);
}

/** Null for UTC, and undefined if there is no such zone. */
function readZone(name: string): OffsetAt | null | undefined {
  const key = name.toLowerCase();
  if (!known.has(key)) {
    const format = formatIn(name);
    if (format === null) return undefined;
    known.set(key, isUtc(format) ? null : (moment) => readOffset(format, moment));
  }
  return known.get(key);
}

function formatIn(timeZone: string): Intl.DateTimeFormat | null {
  // Intl also accepts offsets.
  if (!/^[a-z]/i.test(timeZone)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isUtc(format: Intl.DateTimeFormat): boolean {
  return ['UTC', 'GMT'].includes(format.resolvedOptions().timeZone);
}

function readOffset(format: Intl.DateTimeFormat, moment: Date): number {
  const parts = format.formatToParts(moment);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(name) ?? [];
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -offset : offset;
}

/** When a match was played, as its report says it. */
export interface SentDate {
  /** A date-time or a date (`YYYY-MM-DD`) as sent; null if neither the match nor its batch has one. */
  matchDate: string | null;
  /** The IANA name of the time zone of the venue. */
  timeZone: string | null;
  /** The last day of a tournament of several days, of which `matchDate` is the first. */
  lastDay: string | null;
}

/** The time and the days that a report may mean. Days are calendar days at the venue. */
export interface PlayedDays {
  /** The time by which the match is ordered. For a date, noon at the venue, and never later than now. */
  playedAt: Date;
  /** The time that was sent. Null if only a date or nothing was sent. */
  moment: Date | null;
  /** The day for rules that need a single one. In UTC if the venue is unknown. */
  day: string;
  firstDay: string;
  lastDay: string;
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

const HOUR = 3_600_000;

const EARLIEST_OFFSET = -12 * HOUR;

const LATEST_OFFSET = 14 * HOUR;

/**
 * Returns when a match was played. The venue is known from the time zone, or from the offset of the date-time unless it is
 * zero: programs write times of any place with `Z` or `+00:00`. Without a known venue, the match may be of any day on
 * which the time is somewhere on earth.
 * @returns null if the calendar has no such date, or its year is not from 1 to 9999.
 */
export function playedDays(
  { matchDate, timeZone, lastDay }: SentDate,
  now: Date,
): PlayedDays | null {
  if (matchDate === null) {
    return { playedAt: now, moment: null, ...daysOf(now, offsetIn(timeZone, now)) };
  }
  const moment = parseMatchDate(matchDate);
  if (moment === null) return null;
  if (matchDate.length === DAY_LENGTH) {
    const latest = latestDay(timeZone, now);
    const end = lastDay ?? matchDate;
    return {
      playedAt: new Date(Math.min(noonOf(matchDate, timeZone), now.getTime())),
      moment: null,
      day: matchDate,
      firstDay: matchDate,
      lastDay: end > latest && latest >= matchDate ? latest : end,
    };
  }
  const offset = offsetIn(timeZone, moment) ?? offsetOf(matchDate);
  return { playedAt: moment, moment, ...daysOf(moment, offset) };
}

/** Returns the latest date that is today in the time zone or, without one, anywhere on earth. */
export function latestDay(timeZone: string | null, now: Date): string {
  return dayAt(now, offsetIn(timeZone, now) ?? LATEST_OFFSET);
}

/** Reads a date-time, or a date as its midnight in UTC. Null for an impossible day, and outside the years 1 to 9999. */
export function parseMatchDate(text: string): Date | null {
  const moment = new Date(text);
  const year = moment.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) return null;
  // Date reads February 30 as March 2.
  const day = new Date(`${text.slice(0, DAY_LENGTH)}T00:00:00Z`);
  return day.getUTCDate() === Number(text.slice(DAY_LENGTH - 2, DAY_LENGTH)) ? moment : null;
}

function daysOf(moment: Date, offset: number | null) {
  return {
    day: dayAt(moment, offset ?? 0),
    firstDay: dayAt(moment, offset ?? EARLIEST_OFFSET),
    lastDay: dayAt(moment, offset ?? LATEST_OFFSET),
  };
}

function dayAt(moment: Date, offset: number): string {
  return new Date(moment.getTime() + offset).toISOString().slice(0, 10);
}

function noonOf(day: string, timeZone: string | null): number {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const near = noon - (offsetIn(timeZone, new Date(noon)) ?? 0);
  return noon - (offsetIn(timeZone, new Date(near)) ?? 0);
}

function offsetOf(dateTime: string): number | null {
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})$/.exec(dateTime) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  if (sign === undefined || offset === 0) return null;
  return sign === '-' ? -offset : offset;
}

/** The first and last day of a list, in UTC. Each may be missing. */
export interface ListedDays {
  from?: string;
  to?: string;
}

const DAY = 24 * 60 * 60 * 1_000;

// Not every database supports dates outside these years.
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');

const LAST_DAY = '9999-12-31';

/** Converts the days to times: from `since`, inclusive, to `before`, exclusive. */
export function playedPeriod({ from, to }: ListedDays): PlayedPeriod {
  return {
    since: from === undefined ? null : momentOf(Date.parse(from)),
    before: to === undefined || to >= LAST_DAY ? null : momentOf(Date.parse(to) + DAY),
  };
}

function momentOf(time: number): Date {
  return new Date(Math.max(EARLIEST, time));
}

export function periodErrors({ from, to }: ListedDays): ErrorItem[] {
  if (from === undefined || to === undefined || from <= to) return [];
  const detail = `The list ends on ${to}, before it begins on ${from}. Correct one of the dates.`;
  return [{ pointer: '/query/to', code: 'end_before_start', detail }];
}
