import { describe, expect, it } from 'vitest';
import { planRedelivery, type RedeliveryCircumstances, refuseRedelivery } from './redelivery.ts';

const payload = '{"type":"rating.updated","data":{"newRating":4.268}}';
const sound: RedeliveryCircumstances = {
  delivery: { id: 'whd_1', event_type: 'rating.updated', payload },
  endpoint: { status: 'enabled', disabled_reason: null },
  consent: { scopes: ['user:webhook:subscribe'], revoked: false },
};
const changed = (delivery: Partial<RedeliveryCircumstances['delivery']>) => ({
  ...sound,
  delivery: { ...sound.delivery, ...delivery },
});

describe('a delivery', () => {
  it('that the player lets the application receive, at an enabled endpoint, may be made', () => {
    expect(refuseRedelivery(sound)).toBeNull();
  });

  it.each<[string, RedeliveryCircumstances]>([
    ['consent_withdrawn', { ...sound, consent: null }],
    ['consent_withdrawn', { ...sound, consent: { scopes: ['user:rating:read'], revoked: false } }],
    [
      'consent_withdrawn',
      { ...sound, consent: { scopes: ['user:webhook:subscribe'], revoked: true } },
    ],
    ['consent_withdrawn', changed({ payload: '{"type":"rating.updated","data":{}}' })],
    [
      'endpoint_disabled',
      { ...sound, endpoint: { status: 'disabled', disabled_reason: 'It was gone.' } },
    ],
  ])('is refused: %s', (code, circumstances) => {
    expect(refuseRedelivery(circumstances)).toMatchObject({ code });
  });

  it.each(['connection.created', 'connection.revoked', 'webhook.test'])(
    'of %s needs no consent',
    (event_type) => {
      expect(refuseRedelivery({ ...changed({ event_type }), consent: null })).toBeNull();
    },
  );
});

describe('what is made of a delivery', () => {
  const now = new Date('2026-09-12T12:00:00Z');
  const seconds = (count: number) => new Date(now.getTime() + count * 1_000);

  it.each<[string, Parameters<typeof planRedelivery>[0], string]>([
    ['that succeeded', { status: 'success', next_attempt_at: null, leased_until: null }, 'afresh'],
    [
      'that was given up',
      { status: 'failed', next_attempt_at: null, leased_until: null },
      'afresh',
    ],
    [
      'that waits for its next attempt',
      { status: 'pending', next_attempt_at: seconds(1), leased_until: null },
      'at_once',
    ],
    [
      'whose worker died',
      { status: 'pending', next_attempt_at: seconds(1), leased_until: now },
      'at_once',
    ],
    ['that is due', { status: 'pending', next_attempt_at: now, leased_until: null }, 'as_it_is'],
    [
      'that is under way',
      { status: 'pending', next_attempt_at: seconds(-1), leased_until: seconds(1) },
      'as_it_is',
    ],
    [
      'that an instance has under way whose clock is ahead',
      { status: 'pending', next_attempt_at: seconds(1), leased_until: seconds(31) },
      'as_it_is',
    ],
  ])('%s', (_case, delivery, plan) => {
    expect(planRedelivery(delivery, now)).toBe(plan);
  });
});
