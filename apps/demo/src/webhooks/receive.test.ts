import { signWebhook } from '@partner-rating/client/webhooks';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { offlineClub } from '../testing/offline-club.ts';

const secret = 'whsec_bm90IGEgcmVhbCBzZWNyZXQsIGJ1dCBsb25nIQ==';
const payload = '{"type":"webhook.test","timestamp":"2026-09-12T18:04:11Z","data":{ }}';

describe('POST /hooks', async () => {
  const sentAt = offlineClub().clock();
  const signed = await signWebhook(payload, { secret, id: 'evt_1', sentAt });

  async function post(known: string | null, changes: Record<string, string> = {}) {
    const warnings: string[] = [];
    const club = offlineClub({
      registration: { ensure: async () => [], secret: () => known },
      warn: (sentence) => warnings.push(sentence),
    });
    const app = await buildApp(club);
    const response = await app.inject({
      method: 'POST',
      url: '/hooks',
      payload,
      headers: { ...signed.headers, ...changes },
    });
    return { status: response.statusCode, events: club.events.after(), warnings };
  }
  it('204 stores an event as received', async () => {
    const { status, events } = await post(secret);
    expect(status).toBe(204);
    expect(events).toMatchObject([{ id: 'evt_1', body: payload, event: { type: 'webhook.test' } }]);
  });

  it('401 stores nothing without a valid signature, and warns', async () => {
    const { status, events, warnings } = await post(secret, {
      'webhook-signature': 'v1,AAAA',
    });
    expect(status).toBe(401);
    expect(events).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('refused: No signature')]);
  });

  it('401 also for another content type', async () => {
    const changes = { 'webhook-signature': 'v1,AAAA', 'content-type': 'text/plain' };
    expect((await post(secret, changes)).status).toBe(401);
  });

  it('503 asks for a retry while the secret is unknown', async () => {
    expect((await post(null)).status).toBe(503);
  });
});
