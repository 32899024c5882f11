type OffsetAt = (moment: Date) => number;

// Intl takes names in any case, so the keys are in one, and there are no more than names of time zones.
const known = new Map<string, OffsetAt | null>();

/** Whether the IANA database has a time zone of this name. */
export function isTimeZone(name: string): boolean {
  return readZone(name) !== undefined;
}

/**
 * The offset from UTC in a time zone, in milliseconds; null where the zone is unknown, or is UTC itself: that is what
 * servers run in, and no place to play.
 */
export function offsetIn(name: string | null, moment: Date): number | null {
  return name === null ? null : (readZone(name)?.(moment) ?? null);
}

/** Null for UTC, and undefined where there is no such zone. */
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
  // Intl takes offsets for time zones too.
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
