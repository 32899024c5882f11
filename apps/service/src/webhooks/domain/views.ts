import { createHash } from 'node:crypto';
import { type Consent, eventOf, isConsented, shownEvent } from '../dispatch/domain/permission.ts';
import type { DeliveryRow } from '../store/deliveries.ts';
import type { EndpointRow } from '../store/endpoints.ts';

/** Returns a `WebhookEndpoint` of the contract, without the secret. */
export function toEndpointView(row: EndpointRow) {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    status: row.status,
    disabledReason: row.disabled_reason,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Returns the `ETag` of an endpoint, which differs for each state that a partner can see (RFC 9110 section 8.8.3). */
export function endpointTag(row: EndpointRow): string {
  const text = JSON.stringify(toEndpointView(row));
  return `"${createHash('sha256').update(text).digest('hex').slice(0, 24)}"`;
}

/** Whether `If-Match` names this version. A weak tag does not (RFC 9110 section 13.1.1). */
export function isMatched(ifMatch: string | undefined, row: EndpointRow): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  const tag = endpointTag(row);
  return ifMatch.split(',').some((named) => named.trim() === tag);
}

/** Whether an endpoint already has the settings of a request. */
export function isSetTo(row: EndpointRow, { url, events }: Pick<EndpointRow, 'url' | 'events'>) {
  return (
    row.status === 'enabled' &&
    row.url === url &&
    row.events.length === events.length &&
    row.events.every((type, index) => type === events[index])
  );
}

/** Returns a `WebhookDelivery` of the contract, with the event as far as the player's consent allows. */
export function toDeliveryView(row: DeliveryRow, consent: Consent | null) {
  const { status, event_type: eventType, payload } = row;
  return {
    id: row.id,
    eventId: row.event_id,
    endpointId: row.endpoint_id,
    event: eventType,
    status,
    url: row.url,
    statusCode: row.status_code,
    responseBody: row.response_body,
    errorMessage: row.error_message,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    lastAttemptAt: toTimestamp(row.last_attempt_at),
    nextRetryAt: toTimestamp(row.next_attempt_at),
    completedAt: toTimestamp(row.completed_at),
    createdAt: row.created_at.toISOString(),
    payload: shownEvent({ status, eventType, payload }, consent),
  };
}

function toTimestamp(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}

/** Why a delivery is not sent again: the code and the detail of a problem. */
export interface RedeliveryRefusal {
  code: 'consent_withdrawn' | 'endpoint_disabled';
  detail: string;
}

export interface RedeliveryContext {
  delivery: Pick<DeliveryRow, 'id' | 'event_type' | 'payload'>;
  endpoint: Pick<EndpointRow, 'status' | 'disabled_reason'>;
  consent: Consent | null;
}

/** Returns why a delivery may not be sent again or sooner; null if it may. */
export function refuseRedelivery({
  delivery,
  endpoint,
  consent,
}: RedeliveryContext): RedeliveryRefusal | null {
  if (!isConsented(delivery.event_type, consent)) {
    return {
      code: 'consent_withdrawn',
      detail: `The player of ${delivery.id} withdrew user:webhook:subscribe, so the event is not delivered again. If they connect again and grant the scope, later events arrive.`,
    };
  }
  if (eventOf(delivery.event_type, delivery.payload) === null) {
    return {
      code: 'consent_withdrawn',
      detail: `The player of ${delivery.id} withdrew user:webhook:subscribe before it arrived, so its data was deleted. Later events arrive. Read the present rating with members.get.`,
    };
  }
  return endpoint.status === 'disabled' ? refusalOfDisabled(endpoint) : null;
}

/** Returns why nothing is sent to a disabled endpoint. */
export function refusalOfDisabled({
  disabled_reason: reason,
}: RedeliveryContext['endpoint']): RedeliveryRefusal {
  return {
    code: 'endpoint_disabled',
    detail: `The endpoint is disabled: ${reason ?? 'it failed.'} Set it again with webhooks.updateEndpoint, which enables it, and repeat the request.`,
  };
}

/**
 * What a redelivery does: an ended delivery gets a new schedule, a waiting one gets its next attempt at once, and
 * a due or running one does not change.
 */
type Redelivery = 'requeue' | 'expedite' | 'noop';

export function planRedelivery(
  delivery: Pick<DeliveryRow, 'status' | 'next_attempt_at' | 'leased_until'>,
  now: Date,
): Redelivery {
  if (delivery.status !== 'pending') return 'requeue';
  const isUnderWay = delivery.leased_until !== null && delivery.leased_until > now;
  const isWaiting = delivery.next_attempt_at !== null && delivery.next_attempt_at > now;
  return isWaiting && !isUnderWay ? 'expedite' : 'noop';
}
