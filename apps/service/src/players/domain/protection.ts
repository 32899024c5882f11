import { toDay } from './day.ts';

/**
 * Whether a member is protected as a player under 16, by the birth date that was recorded first: a later one does not
 * end it before an operator confirmed it.
 */
export function isProtected(
  { protected_until }: { protected_until: string | null },
  now: Date,
): boolean {
  return protected_until !== null && protected_until > toDay(now);
}
