import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { currentTransaction } from './current-transaction.ts';
import type { DeliveryRow } from './delivery-log.ts';

/**
 * A delivery of the application, or of any where none is named, held against others that deliver it again and
 * against those who claim it; null where none is.
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

/** What the player whom a delivery speaks of lets the application know; null where none is spoken of. */
export async function findConsent(
  transaction: DatabaseTransaction,
  delivery: Pick<DeliveryRow, 'application_id' | 'member_id'>,
): Promise<{ scopes: string[]; revoked: boolean } | null> {
  if (delivery.member_id === null) return null;
  const row = await transaction
    .selectFrom('connection')
    .select(['scopes', 'revoked_at'])
    .where('application_id', '=', delivery.application_id)
    .where('member_id', '=', delivery.member_id)
    .executeTakeFirst();
  return row === undefined ? null : { scopes: row.scopes, revoked: row.revoked_at !== null };
}

/** Requeues a delivery, its attempts counted from zero; the last outcome stays visible. */
export async function requeueDelivery(
  transaction: DatabaseTransaction,
  deliveryId: string,
  queue: { url: string; maxAttempts: number; nextAttemptAt: Date },
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
    })
    .where('id', '=', deliveryId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes the next attempt of a pending delivery due; those made so far stay counted. */
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
