import { toDay } from './day.ts';

/** Whole years between a birth date (`YYYY-MM-DD`) and the UTC calendar day of a moment. */
export function ageOn(birthDate: string, moment: Date): number {
  const day = moment.toISOString().slice(0, 10);
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  const hadBirthday = day.slice(5) >= birthDate.slice(5);
  return hadBirthday ? years : years - 1;
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
