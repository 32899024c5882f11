import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';

export interface NewDelivery {
  id: string;
  eventId: string;
  applicationId: string;
  endpointId: string;
  memberId: string | null;
  eventType: string;
  payload: string;
  url: string;
}

/** What the deliveries written together have in common. */
export interface DeliveryDefaults {
  createdAt: Date;
  nextAttemptAt: Date;
  maxAttempts: number;
}

export async function insertDeliveries(
  transaction: DatabaseTransaction,
  deliveries: readonly NewDelivery[],
  defaults: DeliveryDefaults,
): Promise<void> {
  if (deliveries.length === 0) return;
  const column = <Name extends keyof NewDelivery>(name: Name) =>
    deliveries.map((delivery) => delivery[name]);
  // Arrays, so that the number of parameters does not grow with the batch.
  await sql`
    insert into webhook_delivery (
      id, event_id, application_id, endpoint_id, member_id, event_type, payload, url,
      created_at, next_attempt_at, max_attempts
    )
    select
      id, event_id, application_id, endpoint_id, member_id, event_type, payload, url,
      ${defaults.createdAt}::timestamptz, ${defaults.nextAttemptAt}::timestamptz,
      ${defaults.maxAttempts}::integer
    from unnest(
      ${column('id')}::text[], ${column('eventId')}::text[], ${column('applicationId')}::text[],
      ${column('endpointId')}::text[], ${column('memberId')}::text[], ${column('eventType')}::text[], ${column('payload')}::text[],
      ${column('url')}::text[]
    ) with ordinality as delivery (
      id, event_id, application_id, endpoint_id, member_id, event_type, payload, url, position
    )
    order by position
  `.execute(transaction);
}

/**
 * Ends what waits for its next attempt. What is being attempted is left to its attempt, and waited
 * for nowhere: a transaction that records an outcome may be waiting for the endpoint that is locked here.
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
