import { type Selectable, sql } from 'kysely';
import { sequenceFloor } from '../../platform/database/incarnation.ts';
import { tableOf } from '../../platform/database/rows.ts';
import type {
  Database,
  DatabaseTransaction,
  WebhookDeliveryTable,
} from '../../platform/database/schema.ts';

interface NewDelivery {
  id: string;
  eventId: string;
  applicationId: string;
  endpointId: string;
  memberId: string | null;
  eventType: string;
  payload: string;
  url: string;
}

/** The values that deliveries of one transaction share. */
interface DeliveryDefaults {
  createdAt: Date;
  nextAttemptAt: Date;
  maxAttempts: number;
  /** The span that causes them. Null if there is none. */
  traceparent: string | null;
}

export async function insertDeliveries(
  transaction: DatabaseTransaction,
  deliveries: readonly NewDelivery[],
  defaults: DeliveryDefaults,
): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    insert into webhook_delivery (
      id, event_id, application_id, endpoint_id, member_id, event_type, payload, url,
      created_at, next_attempt_at, max_attempts, traceparent
    )
    select
      delivery.*, ${defaults.createdAt}::timestamptz, ${defaults.nextAttemptAt}::timestamptz,
      ${defaults.maxAttempts}::integer, ${defaults.traceparent}::text
    from ${tableOf('delivery', deliveries, {
      id: 'text',
      eventId: 'text',
      applicationId: 'text',
      endpointId: 'text',
      memberId: 'text',
      eventType: 'text',
      payload: 'text',
      url: 'text',
    })}
  `.execute(transaction);
}

/**
 * Ends the deliveries that wait for their next attempt. Skips those that are being attempted, because the transaction that
 * records their outcome may wait for the endpoint that is locked here.
 */
export async function endPendingDeliveries(
  transaction: DatabaseTransaction,
  endpointId: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await transaction
    .updateTable('webhook_delivery')
    .set({
      status: 'failed',
      error_message: reason,
      next_attempt_at: null,
      completed_at: now,
      leased_until: null,
    })
    .where('id', 'in', (query) =>
      query
        .selectFrom('webhook_delivery')
        .select('id')
        .where('endpoint_id', '=', endpointId)
        .where('status', '=', 'pending')
        .where((expression) =>
          expression.or([
            expression('leased_until', 'is', null),
            expression('leased_until', '<=', now),
          ]),
        )
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

export type DeliveryRow = Selectable<WebhookDeliveryTable>;

export interface DeliveryFilter {
  applicationId: string;
  createdSince: Date;
  endpointId: string | null;
  eventType: string | null;
  status: DeliveryRow['status'] | null;
}

interface DeliveryRange {
  /** Only deliveries written before this one, by `delivery_order`. */
  before: number | null;
  offset: number;
  limit: number;
}

/** Lists deliveries, the latest first. `delivery_order` is unique, so the order is total. */
export async function findDeliveries(
  database: Database,
  filter: DeliveryFilter,
  { before, offset, limit }: DeliveryRange,
): Promise<DeliveryRow[]> {
  return await filtered(database, filter)
    .selectAll()
    .$if(before !== null, (query) => query.where('delivery_order', '<', before))
    .orderBy('delivery_order', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

/**
 * Finds what these members allow an application. Returns the consent of a member by their id; null if there is none, as for a
 * delivery that is not about a player.
 */
export async function findConsents(
  database: Database,
  applicationId: string,
  memberIds: readonly (string | null)[],
): Promise<(memberId: string | null) => { scopes: string[]; revoked: boolean } | null> {
  const rows = await database
    .selectFrom('connection')
    .select(['member_id', 'scopes', 'revoked_at'])
    .where('application_id', '=', applicationId)
    .where('member_id', '=', sql<string>`any(${memberIds.filter((id) => id !== null)}::text[])`)
    .execute();
  const consents = new Map(
    rows.map(({ member_id, scopes, revoked_at }) => [
      member_id,
      { scopes, revoked: revoked_at !== null },
    ]),
  );
  return (memberId) => consents.get(memberId ?? '') ?? null;
}

export async function countDeliveries(database: Database, filter: DeliveryFilter): Promise<number> {
  const { count } = await filtered(database, filter)
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function filtered(database: Database, { applicationId, createdSince, ...filter }: DeliveryFilter) {
  return database
    .selectFrom('webhook_delivery')
    .where('application_id', '=', applicationId)
    .where('created_at', '>', createdSince)
    .$if(filter.endpointId !== null, (query) => query.where('endpoint_id', '=', filter.endpointId))
    .$if(filter.eventType !== null, (query) => query.where('event_type', '=', filter.eventType))
    .$if(filter.status !== null, (query) => query.where('status', '=', filter.status));
}

/** A sent `webhook.test` event and its outcome. */
interface FinishedTest {
  id: string;
  eventId: string;
  applicationId: string;
  /** The endpoint whose secret signed it. */
  endpointId: string;
  payload: string;
  url: string;
  delivered: boolean;
  statusCode: number | null;
  responseBody: string | null;
  errorMessage: string | null;
  startedAt: Date;
  now: Date;
}

/** Stores a test as an ended delivery, so that no dispatcher claims it. */
export async function insertTest(
  transaction: DatabaseTransaction,
  test: FinishedTest,
): Promise<void> {
  await transaction
    .insertInto('webhook_delivery')
    .values({
      id: test.id,
      event_id: test.eventId,
      application_id: test.applicationId,
      endpoint_id: test.endpointId,
      member_id: null,
      event_type: 'webhook.test',
      payload: test.payload,
      url: test.url,
      status: test.delivered ? 'success' : 'failed',
      attempts: 1,
      max_attempts: 1,
      status_code: test.statusCode,
      response_body: test.responseBody,
      error_message: test.errorMessage,
      last_attempt_at: test.startedAt,
      next_attempt_at: null,
      leased_until: null,
      completed_at: test.now,
      created_at: test.startedAt,
    })
    .execute();
}

/** Advances the sequence of each member by its count, and returns the last numbers. */
export async function advanceSequences(
  transaction: DatabaseTransaction,
  counts: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  if (counts.size === 0) return new Map();
  const taken = [...counts].map(([member_id, count]) => ({ member_id, count }));
  // Locks the rows in the order of their ids, so that two batches with the same players cannot deadlock.
  const { rows } = await sql<{ member_id: string; sequence: number }>`
    with base as (select ${sequenceFloor} as number)
    insert into member_sequence (member_id, sequence)
    select member_id, number + count
    from base
    cross join ${tableOf('taken', taken, { member_id: 'text', count: 'bigint' })}
    order by member_id
    on conflict (member_id)
      do update set sequence = excluded.sequence + greatest(
        member_sequence.sequence - (select number from base), 0
      )
    returning member_id, sequence
  `.execute(transaction);
  return new Map(rows.map((row) => [row.member_id, row.sequence]));
}
