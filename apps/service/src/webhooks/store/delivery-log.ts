import type { Selectable } from 'kysely';
import type { Database, WebhookDeliveryTable } from '../../platform/database/schema.ts';

export type DeliveryRow = Selectable<WebhookDeliveryTable>;

export interface DeliveryFilter {
  applicationId: string;
  createdSince: Date;
  endpointId: string | null;
  eventType: string | null;
  status: DeliveryRow['status'] | null;
}

export interface DeliveryRange {
  /** Only deliveries written before this one, by `delivery_order`. */
  before: number | null;
  offset: number;
  limit: number;
}

/** Deliveries, the last written first. `delivery_order` is unique, so the order is total. */
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
