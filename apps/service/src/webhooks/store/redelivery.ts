import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import type { DeliveryRow } from './deliveries.ts';

/**
 * Finds a delivery of the application, or of any application if none is named, and locks it against redeliveries and
 * claims; null if there is none.
 */
export async function lockDelivery(
  transaction: DatabaseTransaction,
  which: { deliveryId: string; applicationId: string | null; createdSince: Date },
): Promise<DeliveryRow | null> {
  const row = await transaction
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('id', '=', which.deliveryId)
    .$if(which.applicationId !== null, (query) =>
      query.where('application_id', '=', which.applicationId),
    )
    .where('created_at', '>', which.createdSince)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

interface Requeueing {
  maxAttempts: number;
  nextAttemptAt: Date;
  /** The span that causes it. Null if there is none. */
  traceparent: string | null;
}

/** Requeues a delivery and counts its attempts from zero. The last outcome stays visible. */
export async function requeueDelivery(
  transaction: DatabaseTransaction,
  deliveryId: string,
  queue: Requeueing & { url: string },
): Promise<DeliveryRow> {
  return await transaction
    .updateTable('webhook_delivery')
    .set({
      status: 'pending',
      url: queue.url,
      attempts: 0,
      max_attempts: queue.maxAttempts,
      next_attempt_at: queue.nextAttemptAt,
      completed_at: null,
      transaction_id: currentTransaction,
      traceparent: queue.traceparent,
    })
    .where('id', '=', deliveryId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes the next attempt of a pending delivery due. Its earlier attempts still count. */
export async function expediteDelivery(
  transaction: DatabaseTransaction,
  deliveryId: string,
  { url, nextAttemptAt }: { url: string; nextAttemptAt: Date },
): Promise<DeliveryRow> {
  return await transaction
    .updateTable('webhook_delivery')
    .set({ url, next_attempt_at: nextAttemptAt, transaction_id: currentTransaction })
    .where('id', '=', deliveryId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

interface ReplayFilter {
  applicationId: string;
  endpointIds: readonly string[];
  since: Date;
  until: Date | null;
  eventTypes: readonly string[];
  statuses: readonly ('success' | 'failed')[];
  /** Event types that need no consent. */
  withoutConsent: readonly string[];
}

/**
 * Finds the ended deliveries that may be sent again, the oldest first, and locks them until the transaction ends. Skips those
 * that another replay has locked. An event about a player is sent again only while the player consents and the event has its
 * data, which is deleted when the player withdraws consent.
 */
export async function lockEnded(
  transaction: DatabaseTransaction,
  filter: ReplayFilter,
  limit: number,
): Promise<string[]> {
  const { applicationId, endpointIds, since, until, eventTypes, statuses, withoutConsent } = filter;
  const rows = await transaction
    .selectFrom('webhook_delivery')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('endpoint_id', 'in', endpointIds)
    .where('created_at', '>=', since)
    .$if(until !== null, (query) => query.where('created_at', '<', until))
    .where('event_type', '=', sql<string>`any(${[...eventTypes]}::text[])`)
    .where('status', 'in', statuses)
    .where(({ or, and, exists, selectFrom }) =>
      or([
        sql<boolean>`webhook_delivery.event_type = any(${[...withoutConsent]}::text[])`,
        and([
          exists(
            selectFrom('connection')
              .select('connection.id')
              .whereRef('connection.application_id', '=', 'webhook_delivery.application_id')
              .whereRef('connection.member_id', '=', 'webhook_delivery.member_id')
              .where('connection.revoked_at', 'is', null)
              .where(sql<boolean>`'user:webhook:subscribe' = any(connection.scopes)`),
          ),
          sql<boolean>`(webhook_delivery.payload::json -> 'data')::text <> '{}'`,
        ]),
      ]),
    )
    .orderBy('delivery_order')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}

/** Requeues deliveries for the present settings of their endpoints, and counts their attempts from zero. The last outcomes stay visible. */
export async function requeueAll(
  transaction: DatabaseTransaction,
  ids: readonly string[],
  queue: Requeueing,
): Promise<void> {
  await transaction
    .updateTable('webhook_delivery')
    .from('webhook_endpoint')
    .set(({ ref }) => ({
      status: 'pending',
      url: ref('webhook_endpoint.url'),
      attempts: 0,
      max_attempts: queue.maxAttempts,
      next_attempt_at: queue.nextAttemptAt,
      completed_at: null,
      transaction_id: currentTransaction,
      traceparent: queue.traceparent,
    }))
    .whereRef('webhook_endpoint.id', '=', 'webhook_delivery.endpoint_id')
    .where('webhook_delivery.id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
}

/** Dispatchers find new deliveries by the id of their transaction, so a requeued delivery gets the current one. */
const currentTransaction = sql<number>`pg_current_xact_id()::text::bigint`;
