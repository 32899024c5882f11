import { toDay } from './day.ts';

/** Whole years between a birth date and a day, both `YYYY-MM-DD`. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  const hadBirthday = day.slice(5) >= birthDate.slice(5);
  return hadBirthday ? years : years - 1;
}

/** The earliest day, `YYYY-MM-DD`, on which somebody who lives on this day may have been born: 120 years before. */
export function earliestBirth(day: string): string {
  return `${Number(day.slice(0, 4)) - 120}${day.slice(4)}`;
}

/**
 * Returns whether a member is protected as a player under 16. A corrected birth date does not end the protection
 * until an operator confirms it.
 */
export function isProtected(
  { protected_until }: { protected_until: string | null },
  now: Date,
): boolean {
  return protected_until !== null && protected_until > toDay(now);
}
