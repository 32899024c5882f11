import type { AuditAction } from '../../platform/audit/store/audit.ts';
import type { AuditRecord } from '../store/records.ts';

// Named one by one: what an operator notes of a player later is theirs alone, until it is named here. The reason
// of a lock never is: the operator was promised that the player is not shown it.
const OF_OPERATOR: Partial<Record<AuditAction, readonly string[]>> = {
  'account.locked': ['endedTokens'],
  'account.reset': ['withSecondFactor', 'endedTokens'],
  'delivery.redelivered': ['deliveryId'],
  'discovery.changed': ['isDiscoverable'],
  'link.created': ['purpose'],
  'member.edited': ['changed'],
  'member.merged': ['ghostId'],
};

/** What a player is shown of the details of an audit entry. */
export function shownDetails({
  actor,
  action,
  details,
}: Pick<AuditRecord, 'actor' | 'action' | 'details'>): Record<string, unknown> | null {
  if (actor !== 'operator' || details === null) return details;
  const names = new Set(OF_OPERATOR[action as AuditAction]);
  const shown = Object.entries(details).filter(([name]) => names.has(name));
  return shown.length === 0 ? null : Object.fromEntries(shown);
}
