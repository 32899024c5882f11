/**
 * The seconds of a `Retry-After` header, which may also be a date (RFC 9110 section 10.2.3);
 * undefined where it is missing or neither.
 */
export function retryAfterSeconds(value: string | null, now: number): number | undefined {
  // A zero reads as a date as well, which is past.
  const seconds = Number(value) || Math.ceil((Date.parse(value as string) - now) / 1_000);
  return seconds < 0 ? 0 : seconds >= 0 ? seconds : undefined;
}
