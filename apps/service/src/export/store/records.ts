import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

export interface RecordRange {
  memberIds: readonly string[];
  /** Only records after the one of this order number. */
  after: number;
  limit: number;
}

/** Audit entries about a person, the earliest first. */
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

/** The events about a person that are kept, without what they said, the earliest first. */
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
