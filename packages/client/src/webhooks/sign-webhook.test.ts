import { testRows } from '@partner-rating/table-tests';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type KnownWebhookEvent, signWebhook, verifyWebhook } from './index.ts';

const secret = `whsec_${btoa('a secret for these tests alone')}`;
const otherSecret = `whsec_${btoa('the one before, of the same endpoint')}`;
const sentAt = new Date('2026-09-12T18:04:12.345Z');
const event: KnownWebhookEvent = {
  type: 'connection.revoked',
  timestamp: '2026-09-12T18:04:11Z',
  data: {
    memberId: 10482,
    id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
    displayName: 'Łukasz 😀',
    revokedAt: '2026-09-12T18:04:11Z',
    revokedBy: 'player',
  },
};

afterEach(() => vi.useRealTimers());

describe('a signed webhook', () => {
  test('is valid for the independent library, with each of its secrets', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: sentAt });
    const { headers, body } = await signWebhook(event, { secret: [secret, otherSecret], sentAt });
    for (const one of [secret, otherSecret]) {
      expect(new Webhook(one).verify(body, headers)).toEqual(event);
    }
    const wrong = `whsec_${btoa('a secret of somebody else')}`;
    expect(() => new Webhook(wrong).verify(body, headers)).toThrow();
  });

  test('is valid for verifyWebhook, also as a Request', async () => {
    const signed = await signWebhook(event, { secret, id: 'evt_1', sentAt });
    const request = new Request('https://courtside.example/hooks', { method: 'POST', ...signed });
    for (const received of [signed, request]) {
      expect(await verifyWebhook(received, { secret, clock: () => sentAt })).toEqual({
        id: 'evt_1',
        sentAt: new Date('2026-09-12T18:04:12Z'),
        event,
      });
    }
  });

  test('has a new id in the form of the service, and the current time', async () => {
    const signed = await Promise.all([
      signWebhook(event, { secret }),
      signWebhook(event, { secret }),
    ]);
    const received = await Promise.all(signed.map((one) => verifyWebhook(one, { secret })));
    const [one, other] = received.map(({ id }) => id);
    expect(one).toMatch(/^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    expect(one).not.toBe(other);
  });
});

describe('signWebhook throws a TypeError', () => {
  testRows([
    ['no secret', { secret: '' }],
    ['an empty id', { secret, id: '' }],
    ['an id with a full stop', { secret, id: 'evt.1' }],
    ['an id with a line break', { secret, id: 'evt_1\r\nx: y' }],
    ['an invalid date', { secret, sentAt: new Date('never') }],
    ['a date before 1970', { secret, sentAt: new Date(-1_000) }],
  ])('for an invalid option', async (_, options) => {
    await expect(signWebhook(event, options)).rejects.toThrow(TypeError);
  });

  test('if there is no event', async () => {
    const none = undefined as unknown as KnownWebhookEvent;
    await expect(signWebhook(none, { secret })).rejects.toThrow('event must be');
  });
});
