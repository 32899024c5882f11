import type { MemberRow } from '../../platform/database/schema.ts';
import { ageOn } from '../../players/domain/age.ts';

// As for being found by search.
const MIN_AGE = 16;

/** Whether a player is old enough to show their ratings to anybody. */
export function mayShare({ birth_date }: Pick<MemberRow, 'birth_date'>, now: Date): boolean {
  return birth_date === null || ageOn(birth_date, now) >= MIN_AGE;
}
