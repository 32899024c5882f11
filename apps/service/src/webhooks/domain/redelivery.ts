import { type Consent, eventOf, isConsented } from '../dispatch/domain/permission.ts';
import type { DeliveryRow } from '../store/delivery-log.ts';
import type { EndpointRow } from '../store/endpoints.ts';

/** Why a delivery is not made again: the code of a problem, and what to say about it. */
export interface RedeliveryRefusal {
  code: 'consent_withdrawn' | 'endpoint_disabled';
  detail: string;
}

export interface RedeliveryContext {
  delivery: Pick<DeliveryRow, 'id' | 'event_type' | 'payload'>;
  endpoint: Pick<EndpointRow, 'status' | 'disabled_reason'>;
  consent: Consent | null;
}

/** Why a delivery may not be made again or sooner; null where it may. */
export function refuseRedelivery({
  delivery,
  endpoint,
  consent,
}: RedeliveryContext): RedeliveryRefusal | null {
  if (!isConsented(delivery.event_type, consent)) {
    return {
      code: 'consent_withdrawn',
      detail: `The player of ${delivery.id} withdrew user:webhook:subscribe, so the event is not delivered again. If they connect again and grant it, later events arrive.`,
    };
  }
  if (eventOf(delivery.event_type, delivery.payload) === null) {
    return {
      code: 'consent_withdrawn',
      detail: `The player of ${delivery.id} withdrew user:webhook:subscribe before it arrived, so what it said was forgotten. Later events arrive; read the present rating with members.get.`,
    };
  }
  return endpoint.status === 'disabled' ? refusalOfDisabled(endpoint) : null;
}

/** Why nothing is sent to an endpoint that is disabled. */
export function refusalOfDisabled({
  disabled_reason: reason,
}: RedeliveryContext['endpoint']): RedeliveryRefusal {
  return {
    code: 'endpoint_disabled',
    detail: `The endpoint is disabled: ${reason ?? 'it failed.'} Set it again with webhooks.updateEndpoint, which enables it, and repeat the request.`,
  };
}

/**
 * What is asked for by delivering it again: a schedule of its own where it is over, its next attempt
 * at once where it waits for that, and nothing where that is due or under way already.
 */
export type Redelivery = 'requeue' | 'expedite' | 'noop';

export function planRedelivery(
  delivery: Pick<DeliveryRow, 'status' | 'next_attempt_at' | 'leased_until'>,
  now: Date,
): Redelivery {
  if (delivery.status !== 'pending') return 'requeue';
  const isUnderWay = delivery.leased_until !== null && delivery.leased_until > now;
  const isWaiting = delivery.next_attempt_at !== null && delivery.next_attempt_at > now;
  return isWaiting && !isUnderWay ? 'expedite' : 'noop';
}
