/**
 * The seconds of a `Retry-After` header, which may also be a date (RFC 9110 section 10.2.3);
 * undefined where it is missing or neither.
 */
export function retryAfterSeconds(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
