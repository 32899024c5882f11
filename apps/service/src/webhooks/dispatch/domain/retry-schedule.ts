/** A partner's Retry-After beyond this is cut, or one answer could park a delivery for years. */
const MAX_WAIT = 24 * 60 * 60;

/** Added to each wait, so that what failed together does not come back together. */
const JITTER = 0.1;

export interface AttemptsSoFar {
  now: Date;
  /** Attempts made, the one just finished included. */
  attempts: number;
  /** Seconds before each attempt, counted from the one before. */
  retrySchedule: readonly number[];
  /** From 0 to 1. */
  random: number;
  /** Seconds the receiver asked to be left alone. */
  retryAfter?: number | null;
}

/** When to try next, or null when every attempt was made. */
export function nextAttemptAt(made: AttemptsSoFar): Date | null {
  const scheduled = made.retrySchedule[made.attempts];
  if (scheduled === undefined) return null;
  const asked = Math.min(made.retryAfter ?? 0, MAX_WAIT);
  const wait = Math.max(scheduled, asked) * (1 + JITTER * made.random);
  return new Date(made.now.getTime() + Math.round(wait * 1_000));
}

/** Reads a Retry-After header (RFC 9110 §10.2.3) as seconds; null when it says nothing usable. */
export function parseRetryAfter(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  if (/^\d{1,10}$/.test(value.trim())) return Number(value);
  const time = / GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return null;
  return Math.max(0, Math.ceil((time - now.getTime()) / 1_000));
}
