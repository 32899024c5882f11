import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from './verify-webhook.ts';

const secret = 'whsec_bm90IGEgcmVhbCBzZWNyZXQsIGJ1dCBsb25nIQ==';
const sentAt = new Date('2026-09-12T18:04:12Z');
const body = Buffer.from('{"type":"rating.updated","data":{"displayName":"Zoë"}}');

/** The headers as an independent implementation makes them. */
function signed(by = secret) {
  return {
    'webhook-id': 'evt_01k4yh2cd7q5z3n8x1v6b4r0ke',
    'webhook-timestamp': String(sentAt.getTime() / 1_000),
    'webhook-signature': new Webhook(by).sign(
      'evt_01k4yh2cd7q5z3n8x1v6b4r0ke',
      sentAt,
      body.toString(),
    ),
  };
}

const later = (seconds: number) => new Date(sentAt.getTime() + seconds * 1_000);

describe('a webhook is verified', () => {
  it('when it was signed with the secret', () => {
    expect(verifyWebhook(secret, signed(), body, sentAt)).toEqual({
      verified: true,
      id: 'evt_01k4yh2cd7q5z3n8x1v6b4r0ke',
    });
  });

  it('when one of several signatures fits, as after a change of the secret', () => {
    const other = signed('whsec_YW5vdGhlciBzZWNyZXQgb2YgdGhlIHNlcnZpY2U=');
    const headers = {
      ...signed(),
      'webhook-signature': `${other['webhook-signature']} ${signed()['webhook-signature']}`,
    };
    expect(verifyWebhook(secret, headers, body, sentAt).verified).toBe(true);
  });

  it.each([-300, 0, 300])('when the clocks differ by %i seconds', (seconds) => {
    expect(verifyWebhook(secret, signed(), body, later(seconds)).verified).toBe(true);
  });
});

describe('a webhook is refused', () => {
  it.each([-301, 301])('when the clocks differ by %i seconds', (seconds) => {
    expect(verifyWebhook(secret, signed(), body, later(seconds)).verified).toBe(false);
  });

  it('when a byte of the body was changed', () => {
    const changed = Buffer.from(body.toString().replace('updated', 'Updated'));
    expect(verifyWebhook(secret, signed(), changed, sentAt).verified).toBe(false);
  });

  it('when it was signed with another secret', () => {
    const headers = signed('whsec_YW5vdGhlciBzZWNyZXQgb2YgdGhlIHNlcnZpY2U=');
    expect(verifyWebhook(secret, headers, body, sentAt).verified).toBe(false);
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('without %s', (name) => {
    const headers = { ...signed(), [name]: undefined };
    expect(verifyWebhook(secret, headers, body, sentAt).verified).toBe(false);
  });

  it.each([
    ['of another id', { 'webhook-id': 'evt_other' }],
    ['of another time', { 'webhook-timestamp': String(sentAt.getTime() / 1_000 + 1) }],
    ['with a time that is none', { 'webhook-timestamp': 'now' }],
    ['with a time in another form', { 'webhook-timestamp': `${sentAt.getTime() / 1_000}.0` }],
    ['with an empty signature', { 'webhook-signature': 'v1,' }],
    ['cut short', { 'webhook-signature': signed()['webhook-signature'].slice(0, 20) }],
    [
      'of another version',
      { 'webhook-signature': signed()['webhook-signature'].replace('v1', 'v2') },
    ],
  ])('%s', (_, changes) => {
    expect(verifyWebhook(secret, { ...signed(), ...changes }, body, sentAt).verified).toBe(false);
  });
});
