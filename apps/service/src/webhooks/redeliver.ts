import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { nextAttemptAt } from './dispatch/domain/attempt-result.ts';
import { SENT_WITHOUT_CONSENT } from './dispatch/domain/permission.ts';
import { EVENT_TYPES } from './domain/endpoint-address.ts';
import { planRedelivery, type RedeliveryRefusal, refuseRedelivery } from './domain/views.ts';
import type { DeliveryRow } from './store/deliveries.ts';
import { type EndpointRow, findEndpoint, findEndpoints } from './store/endpoints.ts';
import {
  expediteDelivery,
  findConsent,
  lockDelivery,
  lockEnded,
  requeueAll,
  requeueDelivery,
} from './store/redelivery.ts';

interface RedeliveryRequest {
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

/** As many as are requeued in a second, while nobody else's deliveries wait. */
export const MAX_REPLAYED = 10_000;

export interface ReplayRequest {
  applicationId: string;
  /** All endpoints where none is named. */
  endpointId: string | undefined;
  /** Deliveries written before are forgotten. */
  createdSince: Date;
  since: Date;
  until: Date | undefined;
  /** All types where none is named. */
  eventTypes: readonly string[] | undefined;
  status: 'success' | 'failed' | 'all';
  retrySchedule: readonly number[];
  now: Date;
}

/** What came of asking for the deliveries of a time once more. */
export type Replayed =
  | { outcome: 'queued'; deliveries: number }
  | { outcome: 'too_many' }
  | { outcome: 'no_endpoint' }
  | { outcome: 'disabled'; endpoint: EndpointRow };

/** Queues again what ended in a time, all of it or, where it is too much, nothing. */
export async function replay(
  transaction: DatabaseTransaction,
  request: ReplayRequest,
): Promise<Replayed> {
  const { applicationId, endpointId, retrySchedule, now } = request;
  const all = await findEndpoints(transaction, applicationId);
  const endpoints = all.filter(({ id }) => (endpointId ?? id) === id);
  const enabled = endpoints.filter(({ status }) => status === 'enabled');
  if (enabled.length === 0) {
    const [endpoint] = endpoints;
    return endpoint === undefined ? { outcome: 'no_endpoint' } : { outcome: 'disabled', endpoint };
  }
  const filter = filterOf(
    request,
    enabled.map(({ id }) => id),
  );
  const ids = await lockEnded(transaction, filter, MAX_REPLAYED + 1);
  if (ids.length > MAX_REPLAYED) return { outcome: 'too_many' };
  await requeueAll(transaction, ids, {
    maxAttempts: retrySchedule.length,
    nextAttemptAt: nextAttemptAt({ now, attempts: 0, retrySchedule, random: 0 }) ?? now,
  });
  return { outcome: 'queued', deliveries: ids.length };
}

function filterOf(
  { applicationId, createdSince, since, until, eventTypes, status }: ReplayRequest,
  endpointIds: readonly string[],
) {
  const withinRetention = (time: Date) => (time < createdSince ? createdSince : time);
  return {
    applicationId,
    endpointIds,
    since: withinRetention(since),
    until: until === undefined ? null : withinRetention(until),
    // A test is over once it is sent: what it says is of that moment.
    eventTypes: (eventTypes ?? EVENT_TYPES).filter((type) => type !== 'webhook.test'),
    statuses: status === 'all' ? (['success', 'failed'] as const) : [status],
    withoutConsent: SENT_WITHOUT_CONSENT,
  };
}
