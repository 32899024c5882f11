import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { ClaimedDelivery } from '../store/attempts.ts';
import { eventOf, isConsented, permit, shownEvent } from './permission.ts';

const payload = JSON.stringify({
  type: 'rating.updated',
  timestamp: '2026-09-12T18:04:11Z',
  data: { memberId: 10482, previousRating: 4.231, newRating: 4.268, splits: {}, sequence: 58 },
});

const reduced = { memberId: 10482, sequence: 58 };

const delivery: ClaimedDelivery = {
  id: 'whd_1',
  eventId: 'evt_1',
  applicationId: 'app_1',
  endpointId: 'whe_1',
  eventType: 'rating.updated',
  payload,
  attempts: 0,
  traceparent: null,
  leasedUntil: new Date(),
  applicationDisabled: false,
  applicationHasKey: true,
  endpointIsFailing: false,
  endpoint: {
    url: 'https://courtside.example/hooks',
    status: 'enabled',
    secretSealed: Buffer.alloc(0),
    previousSecretSealed: null,
    previousSecretExpiresAt: null,
  },
  connection: { scopes: ['user:rating:read', 'user:webhook:subscribe'], revoked: false },
};

describe('a delivery', () => {
  it('is made unchanged while player, endpoint, and application allow it', () => {
    expect(permit(delivery)).toEqual({ allowed: true, payload, endpoint: delivery.endpoint });
  });

  testRows<[string, Partial<ClaimedDelivery>]>([
    ['the connection was revoked', { connection: { ...consenting(), revoked: true } }],
    ['the scope was withdrawn', { connection: { scopes: ['user:rating:read'], revoked: false } }],
    ['there is no connection', { connection: null }],
  ])('is given up, and its data about the player deleted, when consent ended', (_case, change) => {
    expect(permit({ ...delivery, ...change })).toEqual({
      allowed: false,
      reason: 'Given up: the player withdrew user:webhook:subscribe.',
      payload: '{"type":"rating.updated","timestamp":"2026-09-12T18:04:11Z","data":{}}',
    });
  });

  it('has no ratings after the player withdrew user:rating:read', () => {
    const connection = { scopes: ['user:webhook:subscribe'], revoked: false };
    const permission = permit({ ...delivery, connection });
    expect(permission.allowed).toBe(true);
    expect(JSON.parse(permission.payload)).toEqual({
      type: 'rating.updated',
      timestamp: '2026-09-12T18:04:11Z',
      data: { memberId: 10482, sequence: 58 },
    });
  });

  testRows<[string, Partial<ClaimedDelivery>]>([
    ['the application is suspended', { applicationDisabled: true }],
    ['the application has no valid API key', { applicationHasKey: false }],
    ['the endpoint was deleted', { endpoint: null }],
    ['the endpoint is disabled', { endpoint: disabled() }],
  ])('without a receiver keeps only what the player still shares', (reason, change) => {
    expect(permit({ ...delivery, ...change, connection: null })).toEqual(
      permit({ ...delivery, connection: null }),
    );
    const connection = { scopes: ['user:webhook:subscribe'], revoked: false };
    const permission = permit({ ...delivery, ...change, connection });
    expect(permission).toMatchObject({ allowed: false, reason: `Given up: ${reason}.` });
    expect(JSON.parse(permission.payload).data).toEqual(reduced);
  });

  testRows(['connection.created', 'connection.revoked', 'match.disputed', 'webhook.test'])(
    'about the connection itself needs no consent',
    (eventType) => {
      const connection = { ...consenting(), revoked: true };
      expect(permit({ ...delivery, eventType, connection })).toMatchObject({
        allowed: true,
        payload,
      });
      expect(isConsented(eventType, null)).toBe(true);
    },
  );

  testRows<[string, Partial<ClaimedDelivery>]>([
    ['the application is suspended', { applicationDisabled: true }],
    ['the application has no valid API key', { applicationHasKey: false }],
    ['the endpoint was deleted', { endpoint: null }],
    ['the endpoint is disabled', { endpoint: disabled() }],
  ])('of any type is given up without a receiver', (reason, change) => {
    const permission = permit({ ...delivery, eventType: 'connection.revoked', ...change });
    expect(permission).toEqual({ allowed: false, reason: `Given up: ${reason}.`, payload });
  });
});

describe('the event of a delivery', () => {
  it('is the stored one', () => {
    expect(eventOf('rating.updated', payload)).toEqual(JSON.parse(payload));
  });

  it('is null if its data about the player was deleted', () => {
    expect(eventOf('rating.updated', '{"type":"rating.updated","data":{}}')).toBeNull();
  });

  testRows<[string, ClaimedDelivery['connection'], object | null]>([
    ['success', null, JSON.parse(payload).data],
    ['pending', delivery.connection, JSON.parse(payload).data],
    ['pending', { scopes: ['user:webhook:subscribe'], revoked: false }, reduced],
    ['failed', { scopes: ['user:webhook:subscribe'], revoked: false }, reduced],
    ['failed', { ...consenting(), revoked: true }, null],
    ['pending', null, null],
  ])('is shown as far as the player allows it, unless it has arrived', (status, consent, data) => {
    const shown = shownEvent({ status, eventType: 'rating.updated', payload }, consent);
    expect(shown?.data ?? null).toEqual(data);
  });

  it('exists if it needs no consent, with any data', () => {
    const empty = { type: 'webhook.test', data: {} };
    expect(eventOf('webhook.test', JSON.stringify(empty))).toEqual(empty);
  });
});

function consenting() {
  return { scopes: ['user:rating:read', 'user:webhook:subscribe'] };
}

function disabled(): ClaimedDelivery['endpoint'] {
  return delivery.endpoint && { ...delivery.endpoint, status: 'disabled' };
}
