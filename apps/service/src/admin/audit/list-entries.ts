import {
  type AuditFilter,
  type ListedEntry,
  listAudit,
} from '../../platform/audit/store/list-audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { findMember } from '../../players/find-member.ts';
import { requireApplication } from '../partner/partners.ts';
import { OperatorError } from '../terminal/operator-error.ts';

/** Which entries of the audit an operator asks for. */
export interface EntryOptions
  extends Pick<AuditFilter, 'since' | 'until' | 'actor' | 'action' | 'operator'> {
  /** The `client_id` of the partner they concern. */
  partner?: string;
  /** The member they concern: an id or a member number. */
  member?: string;
  /** Goes on after the entry with this number. */
  before?: number;
}

/**
 * Entries of the audit, the newest first.
 * @throws OperatorError where there is no such partner or member.
 */
export async function listEntries(
  { database }: Pick<Dependencies, 'database'>,
  { since, until, actor, action, operator, partner, member, before }: EntryOptions,
  limit: number,
): Promise<ListedEntry[]> {
  const application = partner === undefined ? null : await requireApplication(database, partner);
  const found = member === undefined ? null : await findMember(database, member);
  if (found === undefined) {
    throw new OperatorError(
      `There is no member ${member}. Give a member number or an identifier like mem_….`,
    );
  }
  const filter = {
    since,
    until,
    actor,
    action,
    operator,
    applicationId: application?.id,
    memberId: found?.id,
  };
  return await listAudit(database, filter, { before, limit });
}
