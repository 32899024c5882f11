import type { Schemas } from '@partner-rating/server';
import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { DeliveryRow } from '../store/deliveries.ts';
import type { EndpointRow } from '../store/endpoints.ts';
import { toDeliveryView, toEndpointView } from './views.ts';

const exampleOf = <Body>(name: string) => contract.example(name).value as Body;

const toDate = (moment: string | null) => (moment === null ? null : new Date(moment));

/** The row of a delivery that the contract shows. */
function deliveryRow(shown: Schemas.WebhookDelivery): DeliveryRow {
  return {
    ...{ id: shown.id, event_id: shown.eventId, endpoint_id: shown.endpointId, url: shown.url },
    ...{ event_type: shown.event, status: shown.status, status_code: shown.statusCode },
    ...{ response_body: shown.responseBody, error_message: shown.errorMessage },
    ...{ attempts: shown.attempts, max_attempts: shown.maxAttempts },
    last_attempt_at: toDate(shown.lastAttemptAt),
    next_attempt_at: toDate(shown.nextRetryAt),
    completed_at: toDate(shown.completedAt),
    created_at: new Date(shown.createdAt),
    payload: JSON.stringify(shown.payload),
  } as DeliveryRow;
}

describe('a delivery', () => {
  const { deliveries } = exampleOf<Schemas.WebhookDeliveriesResult>('webhooks.listDeliveries');

  testRows(deliveries)('is shown as in the contract, in every status', (shown) => {
    expect(toDeliveryView(deliveryRow(shown))).toEqual(shown);
  });

  it('is shown without its event, where what it said of the player was forgotten', () => {
    const [shown] = deliveries.filter(({ event }) => event === 'rating.updated');
    const row = shown && { ...deliveryRow(shown), payload: '{"type":"rating.updated","data":{}}' };
    expect(row && toDeliveryView(row)).toEqual({ ...shown, payload: null });
  });
});

describe('an endpoint', () => {
  testRows(['webhooks.getEndpoint', 'webhooks.getEndpoint-disabled'])(
    'is shown as in every example',
    (name) => {
      const shown = exampleOf<Schemas.WebhookEndpoint>(name);
      const row = {
        ...{ id: shown.id, url: shown.url, events: shown.events, status: shown.status },
        disabled_reason: shown.disabledReason,
        created_at: new Date(shown.createdAt),
        updated_at: new Date(shown.updatedAt),
      } as EndpointRow;
      expect(toEndpointView(row)).toEqual(shown);
    },
  );
});
