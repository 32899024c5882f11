import { type Selectable, type SqlBool, sql } from 'kysely';
import type { AuditEntryTable, Database } from '../../database/schema.ts';

/** Which entries are wanted; what is left out is not looked at. */
export interface AuditFilter {
  since?: Date | undefined;
  /** Entries from this moment on are left out. */
  until?: Date | undefined;
  actor?: Selectable<AuditEntryTable>['actor'] | undefined;
  /** One action, or all whose name begins so, such as `key.`. */
  action?: string | undefined;
  applicationId?: string | undefined;
  memberId?: string | undefined;
  /** The name of an operator's account. */
  operator?: string | undefined;
}

export interface ListedEntry {
  number: number;
  occurredAt: Date;
  actor: Selectable<AuditEntryTable>['actor'];
  action: string;
  applicationId: string | null;
  /** The client_id of the application, where it is still there. */
  clientId: string | null;
  applicationName: string | null;
  memberId: string | null;
  details: Record<string, unknown> | null;
  /** The account by which an operator did it; null for a command. */
  operator: string | null;
}

/** The newest entries that pass, newest first; `before` goes on after an entry that was listed. */
export async function listAudit(
  database: Database,
  filter: AuditFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<ListedEntry[]> {
  const { since, until, actor, action, applicationId, memberId, operator } = filter;
  return await database
    .selectFrom('audit_entry')
    .leftJoin('application', 'application.id', 'audit_entry.application_id')
    .select([
      'audit_order as number',
      'occurred_at as occurredAt',
      'actor',
      'action',
      'application_id as applicationId',
      'application.client_id as clientId',
      'application.name as applicationName',
      'member_id as memberId',
      'details',
      'operator',
    ])
    .$if(before !== undefined, (query) => query.where('audit_order', '<', before ?? 0))
    .$if(since !== undefined, (query) => query.where('occurred_at', '>=', since ?? null))
    .$if(until !== undefined, (query) => query.where('occurred_at', '<', until ?? null))
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? null))
    .$if(action !== undefined, (query) => query.where(sql<SqlBool>`starts_with(action, ${action})`))
    .$if(applicationId !== undefined, (query) =>
      query.where('application_id', '=', applicationId ?? null),
    )
    .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? null))
    .$if(operator !== undefined, (query) => query.where('operator', '=', operator ?? null))
    .orderBy('audit_order', 'desc')
    .limit(limit)
    .execute();
}
