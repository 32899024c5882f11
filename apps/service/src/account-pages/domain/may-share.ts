import type { MemberRow } from '../../platform/database/schema.ts';
import { isProtected } from '../../players/domain/age.ts';

/** Whether a player is old enough to show their ratings to anybody. */
export function mayShare(member: Pick<MemberRow, 'protected_until'>, now: Date): boolean {
  return !isProtected(member, now);
}
