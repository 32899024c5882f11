import { eventOf } from '../dispatch/domain/permission.ts';
import type { DeliveryRow } from '../store/delivery-log.ts';

/** A `WebhookDelivery` as the contract writes it. */
export function toDeliveryView(row: DeliveryRow) {
  return {
    id: row.id,
    eventId: row.event_id,
    endpointId: row.endpoint_id,
    event: row.event_type,
    status: row.status,
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
    payload: eventOf(row.event_type, row.payload),
  };
}

function toTimestamp(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}
