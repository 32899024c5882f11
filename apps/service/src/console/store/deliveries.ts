import type { Selectable } from 'kysely';
import type { Database, WebhookDeliveryTable } from '../../platform/database/schema.ts';

export type DeliveryStatus = Selectable<WebhookDeliveryTable>['status'];

interface DeliveryFilter {
  applicationId?: string | undefined;
  endpointId?: string | undefined;
  eventType?: string | undefined;
  status?: DeliveryStatus | undefined;
  since?: Date | undefined;
  /** Only deliveries written before this time. */
  until?: Date | undefined;
  /** Only deliveries written before this one, by `delivery_order`. */
  before?: number | undefined;
}

/** Deliveries of every partner, the last written first. */
export async function listDeliveries(database: Database, filter: DeliveryFilter, limit: number) {
  const { applicationId, endpointId, eventType, status, since, until, before } = filter;
  return await selectDeliveries(database)
    .$if(applicationId !== undefined, (query) =>
      query.where('delivery.application_id', '=', applicationId ?? ''),
    )
    .$if(endpointId !== undefined, (query) => query.where('endpoint_id', '=', endpointId ?? ''))
    .$if(eventType !== undefined, (query) => query.where('event_type', '=', eventType ?? ''))
    .$if(status !== undefined, (query) => query.where('delivery.status', '=', status ?? 'pending'))
    .$if(since !== undefined, (query) => query.where('delivery.created_at', '>=', since ?? null))
    .$if(until !== undefined, (query) => query.where('delivery.created_at', '<', until ?? null))
    .$if(before !== undefined, (query) => query.where('delivery_order', '<', before ?? 0))
    .orderBy('delivery_order', 'desc')
    .limit(limit)
    .execute();
}

/** A delivery of any partner, with the payload and the response. */
export async function findDelivery(database: Database, deliveryId: string) {
  return await selectDeliveries(database)
    .select([
      'event_id as eventId',
      'max_attempts as maxAttempts',
      'last_attempt_at as lastAttemptAt',
      'completed_at as completedAt',
      'response_body as responseBody',
      'payload',
      'delivery.application_id as applicationId',
      'delivery.member_id as memberId',
    ])
    .where('delivery.id', '=', deliveryId)
    .executeTakeFirst();
}

function selectDeliveries(database: Database) {
  return database
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('application', 'application.id', 'delivery.application_id')
    .select([
      'delivery.id as deliveryId',
      'application.client_id as clientId',
      'endpoint_id as endpointId',
      'event_type as event',
      'delivery.status',
      'url',
      'attempts',
      'status_code as statusCode',
      'error_message as errorMessage',
      'delivery.created_at as createdAt',
      'next_attempt_at as nextAttemptAt',
      'delivery_order as order',
    ]);
}
