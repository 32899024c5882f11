import { contract } from '@partner-rating/spec/contract';
import type { Schema } from '@partner-rating/spec/document';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  deliveryHeaders,
  type PreviousSecret,
  signatureHeaders,
  supersede,
  toSigningSecret,
} from './signing.ts';

// The vector published with the Standard Webhooks libraries.
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: new Date(1_614_265_330_000),
  payload: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

describe('signatureHeaders', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('returns the published signature of the published message', () => {
    expect(signatureHeaders(published, [published.secret])).toEqual({
      'webhook-id': published.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': published.signature,
    });
  });

  it('are next to the header fields of the body and the sender', () => {
    expect(deliveryHeaders(published, [published.secret])).toEqual({
      ...signatureHeaders(published, [published.secret]),
      'content-type': 'application/json',
      'user-agent': 'Partner-Rating-Service',
    });
  });

  it('match the contract with the maximum number of secrets', () => {
    let previous: PreviousSecret[] = [];
    for (let count = 0; count < 20; count += 1) {
      previous = supersede(toSigningSecret(Buffer.alloc(32, count)), previous, published.timestamp);
    }
    const secrets = [published.secret, ...previous.map(({ secret }) => secret)];
    const { schema } = contract.resolve<{ schema: Schema }>({
      $ref: '#/components/parameters/WebhookSignature',
    });
    const signatures = signatureHeaders(published, secrets)['webhook-signature'];
    expect(signatures.split(' ')).toHaveLength(11);
    expect(signatures).toMatch(new RegExp(schema.pattern ?? '$^'));
    expect(signatures.length).toBeLessThanOrEqual(schema.maxLength ?? 0);
  });

  it('contain a signature by every secret of a rotation, separated by spaces, and each can be verified', () => {
    const secrets = [1, 2].map((byte) => toSigningSecret(Buffer.alloc(32, byte)));
    const payload = '{"displayName":"Łukasz 😀"}';
    const headers = signatureHeaders({ ...published, payload }, secrets);

    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
    vi.useFakeTimers({ toFake: ['Date'], now: published.timestamp });
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(payload, headers)).toEqual(JSON.parse(payload));
    }
    const other = toSigningSecret(Buffer.alloc(32, 3));
    expect(() => new Webhook(other).verify(payload, headers)).toThrow();
  });
});

describe('toSigningSecret', () => {
  it('is whsec_ and the bytes as base64', () => {
    expect(toSigningSecret(Buffer.from('courtside'))).toBe('whsec_Y291cnRzaWRl');
  });
});

const now = new Date('2026-09-12T12:00:00Z');

const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

describe('supersede', () => {
  it('lets the replaced secret sign for 24 hours', () => {
    expect(supersede('a', [], now)).toEqual([{ secret: 'a', expiresAt: hours(24) }]);
  });

  it('keeps earlier secrets until their own end, and removes expired ones', () => {
    const previous = [
      { secret: 'b', expiresAt: hours(1) },
      { secret: 'c', expiresAt: hours(0) },
    ];
    expect(supersede('a', previous, now)).toEqual([
      { secret: 'a', expiresAt: hours(24) },
      { secret: 'b', expiresAt: hours(1) },
    ]);
  });

  it('ends the oldest of more than ten', () => {
    let previous: PreviousSecret[] = [];
    for (let count = 0; count < 12; count += 1) previous = supersede(`${count}`, previous, now);
    expect(previous.map(({ secret }) => secret)).toEqual([
      '11',
      '10',
      '9',
      '8',
      '7',
      '6',
      '5',
      '4',
      '3',
      '2',
    ]);
  });
});
