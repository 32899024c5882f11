import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { offlineClub } from '../testing/offline-club.ts';

const secret = 'whsec_bm90IGEgcmVhbCBzZWNyZXQsIGJ1dCBsb25nIQ==';
const payload = '{"type":"webhook.test","timestamp":"2026-09-12T18:04:11Z","data":{ }}';

describe('POST /hooks', () => {
  async function post(known: string | null, signature: string, type = 'application/json') {
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
      headers: {
        'content-type': type,
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(club.clock().getTime() / 1_000),
        'webhook-signature': signature,
      },
    });
    return { status: response.statusCode, events: club.events.after(0), warnings };
  }
  const signature = new Webhook(secret).sign('evt_1', offlineClub().clock(), payload);

  it('204 keeps an event as it came', async () => {
    const { status, events } = await post(secret, signature);
    expect(status).toBe(204);
    expect(events).toMatchObject([{ id: 'evt_1', body: payload, event: { type: 'webhook.test' } }]);
  });

  it('401 keeps nothing that is not signed, and says so', async () => {
    const { status, events, warnings } = await post(secret, 'v1,AAAA');
    expect(status).toBe(401);
    expect(events).toEqual([]);
    expect(warnings).toEqual(['A webhook was refused: no signature fits.']);
  });

  it('401 also for what is no JSON', async () => {
    expect((await post(secret, 'v1,AAAA', 'text/plain')).status).toBe(401);
  });

  it('503 asks for it again while the secret is not known', async () => {
    expect((await post(null, signature)).status).toBe(503);
  });
});
