import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import {
  type KnownWebhookEvent,
  signWebhook,
  type VerifiedWebhook,
} from '@partner-rating/client/webhooks';
import { webhookReceiver } from './receive-webhooks.ts';

const secret = `whsec_${btoa('a secret for these tests alone')}`;
const event: KnownWebhookEvent = {
  type: 'connection.revoked',
  timestamp: '2026-09-12T18:04:11Z',
  data: {
    memberId: 10482,
    id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
    displayName: 'Mike B.',
    revokedAt: '2026-09-12T18:04:11Z',
    revokedBy: 'player',
  },
};

const stored: VerifiedWebhook[] = [];
const receiver = webhookReceiver(secret, { store: async (webhook) => void stored.push(webhook) });
receiver.listen(0, 'localhost');
await once(receiver, 'listening');
after(() => receiver.close());
const url = `http://localhost:${(receiver.address() as AddressInfo).port}/hooks`;

test('a signed event is stored', async () => {
  const signed = await signWebhook(event, { secret, id: 'evt_1' });
  assert.equal((await fetch(url, { method: 'POST', ...signed })).status, 204);
  assert.deepEqual(stored.at(-1)?.event, event);
});

test('a changed event is refused', async () => {
  const { headers, body } = await signWebhook(event, { secret });
  const forged = body.replace('player', 'partner');
  assert.equal((await fetch(url, { method: 'POST', headers, body: forged })).status, 401);
});

test('a replayed event is refused', async () => {
  const signed = await signWebhook(event, { secret, sentAt: new Date('2026-09-12T18:04:12Z') });
  assert.equal((await fetch(url, { method: 'POST', ...signed })).status, 401);
});
