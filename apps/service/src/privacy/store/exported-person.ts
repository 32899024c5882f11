import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/**
 * Finds a member who was not erased, with the ghosts (members without an account) that they claimed and the given ghosts under
 * their address; null if there is no such member.
 */
export async function findPerson(
  database: Database,
  memberId: string,
  reportedIds: readonly string[],
) {
  const people = await database
    .selectFrom('member')
    .selectAll()
    .where((expression) =>
      expression.or([
        expression('id', 'in', [memberId, ...reportedIds]),
        expression('merged_into', 'in', [memberId, ...reportedIds]),
      ]),
    )
    .where('erased_at', 'is', null)
    .orderBy('id')
    .execute();
  const own = people.find(({ id }) => id === memberId);
  if (own === undefined) return null;
  const others = people.filter((person) => person !== own);
  return {
    own,
    ghosts: others.filter((person) => person.merged_into === memberId),
    reported: others.filter((person) => person.merged_into !== memberId),
  };
}

export async function findAccountRecord(database: Database, memberId: string) {
  return await database
    .selectFrom('account')
    .select(['created_at', 'password_changed_at', 'email_proven_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

/** The person's choice of emails about matches. */
export async function findMailRecords(database: Database, memberId: string) {
  return await database
    .selectFrom('player_mail')
    .select(['kind', 'is_wanted', 'queued_at'])
    .where('member_id', '=', memberId)
    .orderBy('kind')
    .execute();
}

export async function findSessionRecords(database: Database, memberId: string) {
  return await database
    .selectFrom('account_session')
    .select(['created_at', 'last_used_at', 'expires_at', 'user_agent'])
    .where('account_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findBrowserRecords(database: Database, memberId: string) {
  return await database
    .selectFrom('account_device')
    .select(['created_at', 'expires_at'])
    .where('account_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('token_hash')
    .execute();
}

export async function findSharedPageRecord(database: Database, memberId: string) {
  return await database
    .selectFrom('shared_page')
    .select(['address', 'created_at', 'items', 'is_listed'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

export async function findConnectionRecords(database: Database, memberId: string) {
  return await database
    .selectFrom('connection')
    .innerJoin('application', 'application.id', 'connection.application_id')
    .select([
      'application.client_id',
      'application.name',
      'connection.scopes',
      'connection.created_at',
      'connection.updated_at',
      'connection.revoked_at',
      'connection.last_used_at',
    ])
    .where('connection.member_id', '=', memberId)
    .orderBy('connection.created_at')
    .orderBy('connection.id')
    .execute();
}

export async function findRatingRecords(database: Database, memberId: string) {
  return await database
    .selectFrom('rating')
    .select(['sport', 'bracket', 'rating', 'reliability', 'games', 'last_played_at', 'updated_at'])
    .where('member_id', '=', memberId)
    .orderBy('sport')
    .orderBy('bracket')
    .execute();
}

interface RecordRange {
  memberIds: readonly string[];
  /** Only records after the one with this order number. */
  after: number;
  limit: number;
}

/** Finds audit entries about a person, the earliest first. */
export async function findAuditRecords(
  database: Database,
  { memberIds, after, limit }: RecordRange,
) {
  return await database
    .selectFrom('audit_entry')
    .leftJoin('application', 'application.id', 'audit_entry.application_id')
    .select([
      'audit_order as order',
      'occurred_at',
      'actor',
      'action',
      'details',
      'application.client_id',
      'application.name',
    ])
    .where('member_id', '=', sql<string>`any(${memberIds}::text[])`)
    .where('audit_order', '>', after)
    .orderBy('audit_order')
    .limit(limit)
    .execute();
}

/** Finds the stored events about a person, without their data, the earliest first. */
export async function findEventRecords(
  database: Database,
  { memberIds, after, limit }: RecordRange,
) {
  return await database
    .selectFrom('webhook_delivery')
    .innerJoin('application', 'application.id', 'webhook_delivery.application_id')
    .select([
      'delivery_order as order',
      'event_type',
      'status',
      'webhook_delivery.created_at',
      'completed_at',
      'application.client_id',
      'application.name',
    ])
    .where('member_id', '=', sql<string>`any(${memberIds}::text[])`)
    .where('delivery_order', '>', after)
    .orderBy('delivery_order')
    .limit(limit)
    .execute();
}

export type AuditRecord = Awaited<ReturnType<typeof findAuditRecords>>[number];

export type EventRecord = Awaited<ReturnType<typeof findEventRecords>>[number];
