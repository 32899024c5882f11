import type { Schemas } from '@partner-rating/server';
import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { DeliveryRow } from '../store/deliveries.ts';
import type { EndpointRow } from '../store/endpoints.ts';
import {
  planRedelivery,
  type RedeliveryContext,
  refuseRedelivery,
  toDeliveryView,
  toEndpointView,
} from './views.ts';

const exampleOf = <Body>(name: string) => contract.example(name).value as Body;

const consent = { scopes: ['user:rating:read', 'user:webhook:subscribe'], revoked: false };

const toDate = (moment: string | null) => (moment === null ? null : new Date(moment));

/** Returns the row of a delivery in the contract. */
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
    expect(toDeliveryView(deliveryRow(shown), consent)).toEqual(shown);
  });

  it('is shown without its event if its data about the player was deleted', () => {
    const [shown] = deliveries.filter(({ event }) => event === 'rating.updated');
    const row = shown && { ...deliveryRow(shown), payload: '{"type":"rating.updated","data":{}}' };
    expect(row && toDeliveryView(row, consent)).toEqual({ ...shown, payload: null });
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

const payload = '{"type":"rating.updated","data":{"newRating":4.268}}';
const redeliverable: RedeliveryContext = {
  delivery: { id: 'whd_1', event_type: 'rating.updated', payload },
  endpoint: { status: 'enabled', disabled_reason: null },
  consent: { scopes: ['user:webhook:subscribe'], revoked: false },
};
const changed = (delivery: Partial<RedeliveryContext['delivery']>) => ({
  ...redeliverable,
  delivery: { ...redeliverable.delivery, ...delivery },
});

const disabledEndpoint = {
  ...redeliverable.endpoint,
  status: 'disabled' as const,
  disabled_reason: 'It was gone.',
};

const laterEvents = /^The player of whd_1 withdrew user:webhook:subscribe.*ater events arrive/;

describe('a redelivery', () => {
  it('is allowed if the player consents and the endpoint is enabled', () => {
    expect(refuseRedelivery(redeliverable)).toBeNull();
  });

  testRows<[string, RedeliveryContext]>([
    ['consent_withdrawn', { ...redeliverable, consent: null }],
    [
      'consent_withdrawn',
      { ...redeliverable, consent: { scopes: ['user:rating:read'], revoked: false } },
    ],
    [
      'consent_withdrawn',
      { ...redeliverable, consent: { scopes: ['user:webhook:subscribe'], revoked: true } },
    ],
    ['consent_withdrawn', changed({ payload: '{"type":"rating.updated","data":{}}' })],
    ['endpoint_disabled', { ...redeliverable, endpoint: disabledEndpoint }],
  ])('is refused for its reason', (code, context) => {
    expect(refuseRedelivery(context)).toMatchObject({ code });
  });

  testRows<[Partial<RedeliveryContext>, RegExp]>([
    [{ consent: null }, laterEvents],
    [changed({ payload: '{"type":"","data":{}}' }), laterEvents],
    [{ endpoint: disabledEndpoint }, /disabled: It was gone\. Set .* webhooks\.updateEndpoint,/],
    [{ endpoint: { ...disabledEndpoint, disabled_reason: null } }, /disabled: it failed\. Set it/],
  ])('is refused with the cause and what to do', (context, detail) => {
    expect(refuseRedelivery({ ...redeliverable, ...context })?.detail).toMatch(detail);
  });

  testRows(['connection.created', 'connection.revoked', 'match.disputed', 'webhook.test'])(
    'about the connection itself needs no consent',
    (event_type) => {
      expect(refuseRedelivery({ ...changed({ event_type }), consent: null })).toBeNull();
    },
  );
});

describe('the redelivery of a delivery', () => {
  const now = new Date('2026-09-12T12:00:00Z');
  const seconds = (count: number) => new Date(now.getTime() + count * 1_000);

  testRows<[string, Parameters<typeof planRedelivery>[0], string]>([
    ['that succeeded', { status: 'success', next_attempt_at: null, leased_until: null }, 'requeue'],
    [
      'that was given up',
      { status: 'failed', next_attempt_at: null, leased_until: null },
      'requeue',
    ],
    [
      'that waits for its next attempt',
      { status: 'pending', next_attempt_at: seconds(1), leased_until: null },
      'expedite',
    ],
    [
      'whose worker died',
      { status: 'pending', next_attempt_at: seconds(1), leased_until: now },
      'expedite',
    ],
    ['without a time', { status: 'pending', next_attempt_at: null, leased_until: null }, 'noop'],
    ['that is due', { status: 'pending', next_attempt_at: now, leased_until: null }, 'noop'],
    [
      'that is running',
      { status: 'pending', next_attempt_at: seconds(-1), leased_until: seconds(1) },
      'noop',
    ],
    [
      'that runs on an instance whose clock is ahead',
      { status: 'pending', next_attempt_at: seconds(1), leased_until: seconds(31) },
      'noop',
    ],
  ])('depends on its status', (_case, delivery, plan) => {
    expect(planRedelivery(delivery, now)).toBe(plan);
  });
});
