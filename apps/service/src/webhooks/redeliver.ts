import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { nextAttemptAt } from './dispatch/domain/retry-schedule.ts';
import { planRedelivery, type RedeliveryRefusal, refuseRedelivery } from './domain/redelivery.ts';
import type { DeliveryRow } from './store/delivery-log.ts';
import { findEndpoint } from './store/endpoints.ts';
import {
  expediteDelivery,
  findConsent,
  lockDelivery,
  requeueDelivery,
} from './store/redelivery.ts';

export interface RedeliveryRequest {
  deliveryId: string;
  /** The application that must own it; null for the operator, who delivers anybody's again. */
  applicationId: string | null;
  /** Older ones are forgotten. */
  createdSince: Date;
  retrySchedule: readonly number[];
  now: Date;
}

/** What came of asking for a delivery once more. */
export type Redelivered =
  | { outcome: 'queued'; delivery: DeliveryRow }
  | { outcome: 'no_delivery' }
  | { outcome: 'no_endpoint'; endpointId: string }
  | { outcome: 'refused'; refusal: RedeliveryRefusal };

/** Queues one delivery again, to its endpoint as it is set now, where consent and the endpoint allow it. */
export async function redeliver(
  transaction: DatabaseTransaction,
  { deliveryId, applicationId, createdSince, retrySchedule, now }: RedeliveryRequest,
): Promise<Redelivered> {
  const delivery = await lockDelivery(transaction, { deliveryId, applicationId, createdSince });
  if (delivery === null) return { outcome: 'no_delivery' };
  const key = { applicationId: delivery.application_id, endpointId: delivery.endpoint_id };
  const endpoint = await findEndpoint(transaction, key);
  if (endpoint === null) return { outcome: 'no_endpoint', endpointId: key.endpointId };
  const consent = await findConsent(transaction, delivery);
  const refusal = refuseRedelivery({ delivery, endpoint, consent });
  if (refusal !== null) return { outcome: 'refused', refusal };
  const queue = { url: endpoint.url, retrySchedule, now };
  return { outcome: 'queued', delivery: await queueDelivery(transaction, delivery, queue) };
}

async function queueDelivery(
  transaction: DatabaseTransaction,
  delivery: DeliveryRow,
  { url, retrySchedule, now }: { url: string; retrySchedule: readonly number[]; now: Date },
): Promise<DeliveryRow> {
  switch (planRedelivery(delivery, now)) {
    case 'requeue':
      return await requeueDelivery(transaction, delivery.id, {
        url,
        maxAttempts: retrySchedule.length,
        nextAttemptAt: nextAttemptAt({ now, attempts: 0, retrySchedule, random: 0 }) ?? now,
      });
    case 'expedite':
      return await expediteDelivery(transaction, delivery.id, { url, nextAttemptAt: now });
    case 'noop':
      return delivery;
  }
}
