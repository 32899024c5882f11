// The audit: who did what, and when. Each change writes its entry in the same transaction.

import { AsyncLocalStorage } from 'node:async_hooks';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type {
  AuditActor,
  AuditEntryTable,
  Database,
  DatabaseTransaction,
} from '../../database/schema.ts';

export type AuditAction =
  | 'partner.created'
  | 'partner.suspended'
  | 'partner.resumed'
  | 'partner.edited'
  | 'partner.deleted'
  | 'partner.approved'
  | 'team.invited'
  | 'team.joined'
  | 'team.removed'
  | 'key.created'
  | 'key.revoked'
  | 'member.created'
  | 'member.edited'
  | 'birth_date.confirmed'
  | 'account.created'
  | 'account.erased'
  | 'account.locked'
  | 'account.unlocked'
  | 'account.reset'
  | 'link.created'
  | 'log_in.succeeded'
  | 'log_in.refused'
  | 'log_in.allowed'
  | 'log_in.code_asked'
  | 'log_in.proved'
  | 'second_factor.enabled'
  | 'second_factor.disabled'
  | 'second_factor.removed'
  | 'second_factor.refused'
  | 'recovery_code.used'
  | 'recovery_codes.replaced'
  | 'tournament.imported'
  | 'connection.refused'
  | 'connection.created'
  | 'connection.changed'
  | 'connection.revoked'
  | 'token.revoked'
  | 'token.reuse_detected'
  | 'password.changed'
  | 'password.reset'
  | 'email.changed'
  | 'email.proven'
  | 'mails.changed'
  | 'match.distinct'
  | 'match.released'
  | 'match.voided'
  | 'match.confirmed'
  | 'match.denied'
  | 'match.disputed'
  | 'match.upheld'
  | 'member.merged'
  | 'ghost.claimed'
  | 'parameters.applied'
  | 'parameters.undone'
  | 'ratings.rebuilt'
  | 'webhook.set'
  | 'webhook.deleted'
  | 'webhook.disabled'
  | 'webhook.secret_rotated'
  | 'delivery.redelivered'
  | 'deliveries.replayed'
  | 'secrets_key.changed'
  | 'discovery.changed'
  | 'sharing.changed'
  | 'member.erased'
  | 'operator.created'
  | 'operator.reset'
  | 'operator.removed'
  | 'operator.set_up'
  | 'operator.link_created'
  | 'operator.edited'
  | 'operator.logged_out'
  | 'operator_token.created'
  | 'operator_token.revoked'
  | 'job.started'
  | 'job.cancelled';

export interface AuditEntry {
  occurredAt: Date;
  actor: AuditActor;
  action: AuditAction;
  applicationId: string | null;
  memberId: string | null;
  /** Further facts. Never a secret. */
  details?: Record<string, unknown>;
}

/** Writes an entry in the transaction of the change that it records, so that both are stored or neither. */
export async function recordAudit(
  transaction: DatabaseTransaction,
  entry: AuditEntry,
): Promise<void> {
  await recordAudits(transaction, [entry]);
}

export async function recordAudits(
  transaction: DatabaseTransaction,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ occurredAt, actor, action, applicationId, memberId, details }) => ({
    occurred_at: occurredAt,
    ...actorOf(actor),
    action,
    application_id: applicationId,
    member_id: memberId,
    details: details === undefined ? null : JSON.stringify(details),
  }));
  await transaction.insertInto('audit_entry').values(rows).execute();
}

type Acting = { operator: string | null } | { accountId: string };

const acting = new AsyncLocalStorage<Acting>();

/**
 * Runs what an operator does. Every audit entry that it writes for an operator or a partner gets the name of the
 * account. An AsyncLocalStorage carries the name, so that no function on the way can forget to pass it on.
 * @param name Null for a command on the machine itself. Everybody who can open the database can run one.
 */
export async function actAs<Outcome>(
  name: string | null,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  return await acting.run({ operator: name }, run);
}

/** Runs what a person of a partner does at the console, as `actAs` runs what an operator does. */
export async function actAsPerson<Outcome>(
  accountId: string,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  return await acting.run({ accountId }, run);
}

function actorOf(actor: AuditActor) {
  const who = acting.getStore();
  if (who === undefined || (actor !== 'operator' && actor !== 'partner')) {
    return { actor, operator: null, account_id: null };
  }
  return 'accountId' in who
    ? { actor: 'partner' as const, operator: null, account_id: who.accountId }
    : { actor: 'operator' as const, operator: who.operator, account_id: null };
}

/** Selects entries. Every field is optional. */
export interface AuditFilter {
  since?: Date | undefined;
  /** Only entries before this moment. */
  until?: Date | undefined;
  actor?: Selectable<AuditEntryTable>['actor'] | undefined;
  /** An action, or a prefix of several, such as `key.`. */
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
  /** The client_id of the application, unless it was deleted. */
  clientId: string | null;
  applicationName: string | null;
  memberId: string | null;
  details: Record<string, unknown> | null;
  /** The account of the operator. Null for a command. */
  operator: string | null;
  /** The account of the partner's person who used the console. */
  account: string | null;
}

/** Returns the entries that the filter selects, newest first. `before` continues after an entry. */
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
      'account_id as account',
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
