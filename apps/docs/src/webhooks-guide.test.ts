import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { PartnerRatingClient, type RatingUpdate } from '@partner-rating/client';
import {
  signWebhook,
  type VerifiedWebhook,
  type WebhookEvent,
} from '@partner-rating/client/webhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { catchUp } from '../guides/samples/catch-up.ts';
import { handleEvent, type Ratings, storeRating } from '../guides/samples/handle-events.ts';
import { readChanges } from '../guides/samples/read-changes.ts';
import { type Inbox, webhookReceiver } from '../guides/samples/receive-webhooks.ts';
import { redeliverMissed } from '../guides/samples/redeliver-missed.ts';

const secret = `whsec_${btoa('a secret for these tests alone')}`;
const otherSecret = `whsec_${btoa('the secret that was before that')}`;
const mike = 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0';

function updateOf(sequence: number, newRating: number, sport = 'pickleball'): RatingUpdate {
  return {
    memberId: 10482,
    id: mike,
    displayName: 'Mike B.',
    sport,
    previousRating: 4.231,
    newRating,
    changedAt: '2026-09-12T18:04:11Z',
    splits: {},
    sequence,
  };
}

function eventOf(type: string, data: object): WebhookEvent {
  return { type, timestamp: '2026-09-12T18:04:11Z', data } as WebhookEvent;
}

/** Returns a client of a service that sends these responses one after the other. */
function clientOf(...answers: [status: number, body: object][]) {
  const asked: string[] = [];
  const client = new PartnerRatingClient({
    apiKey: 'prk_test',
    baseUrl: 'https://ratings.example/api/v1',
    fetch: async (url, { method }) => {
      asked.push(`${method} ${url.slice('https://ratings.example/api/v1/partner'.length)}`);
      const [status, body] = answers.shift() ?? [500, {}];
      const type = status < 400 ? 'application/json' : 'application/problem+json';
      return Response.json(body, { status, headers: { 'content-type': type } });
    },
  });
  return { client, asked };
}

describe('the receiver of the guide', () => {
  async function open(store: Inbox['store'], secrets: string | string[] = secret) {
    const server = webhookReceiver(secrets, { store }).listen(0, 'localhost');
    onTestFinished(() => {
      server.close();
    });
    await once(server, 'listening');
    const url = `http://localhost:${(server.address() as AddressInfo).port}/hooks`;
    return async (signedWith: string, body?: string) => {
      const signed = await signWebhook('{"type":"webhook.test"}', {
        secret: signedWith,
        id: 'evt_1',
      });
      return await fetch(url, {
        method: 'POST',
        ...signed,
        ...(body === undefined ? {} : { body }),
      });
    };
  }

  it('stores signed events and answers 204, with the new and the old secret', async () => {
    const stored: VerifiedWebhook[] = [];
    const post = await open(async (webhook) => void stored.push(webhook), [secret, otherSecret]);
    expect((await post(secret)).status).toBe(204);
    expect((await post(otherSecret)).status).toBe(204);
    expect(stored.map(({ id }) => id)).toEqual(['evt_1', 'evt_1']);
  });

  it('refuses other requests, and says why', async () => {
    const post = await open(() => expect.unreachable());
    const refusal = await post(otherSecret);
    expect(refusal.status).toBe(401);
    expect(await refusal.text()).toContain('Check that you pass the secret of this endpoint');
  });

  it('refuses a body that is too large, and continues', async () => {
    const stored: VerifiedWebhook[] = [];
    const post = await open(async (webhook) => void stored.push(webhook));
    expect((await post(secret, 'x'.repeat(1_048_577))).status).toBe(500);
    expect((await post(secret)).status).toBe(204);
    expect(stored).toHaveLength(1);
  });

  it('answers 500 if it cannot store an event, so that the service sends it again', async () => {
    const post = await open(() => Promise.reject(new Error('The database is gone.')));
    const answer = await post(secret);
    expect([answer.status, await answer.text()]).toEqual([500, '']);
  });

  it('passes the tests of the guide', () => {
    const tests = fileURLToPath(
      new URL('../guides/samples/test-your-receiver.ts', import.meta.url),
    );
    const { status, stdout } = spawnSync(process.execPath, ['--test', tests], {
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/pass 3\b/);
    expect(status).toBe(0);
  });
});

describe('the handler of the guide', () => {
  const ratingOf = (ratings: Ratings, sport = 'pickleball') =>
    ratings.get(`${mike} ${sport}`)?.newRating;

  it('keeps the latest rating of each sport, in any order of events', () => {
    const ratings: Ratings = new Map();
    for (const update of [updateOf(7, 4.3), updateOf(5, 4.2), updateOf(6, 3.6, 'padel')]) {
      handleEvent(ratings, eventOf('rating.updated', update));
    }
    expect([ratingOf(ratings), ratingOf(ratings, 'padel')]).toEqual([4.3, 3.6]);
  });

  it('deletes only the player who disconnected', () => {
    const ratings: Ratings = new Map();
    storeRating(ratings, updateOf(7, 4.3));
    storeRating(ratings, { ...updateOf(1, 4.1), id: 'mem_01jq8z7c5e9tkr0v6p3g8w2nbd' });
    handleEvent(ratings, eventOf('connection.revoked', { id: mike }));
    expect([...ratings.values()].map(({ newRating }) => newRating)).toEqual([4.1]);
  });

  it('ignores a type that was added later', () => {
    const ratings: Ratings = new Map([['a', updateOf(1, 4)]]);
    handleEvent(ratings, eventOf('club.closed', { id: mike }));
    expect(ratings.size).toBe(1);
  });
});

it('the guide catches up page by page', async () => {
  const { client, asked } = clientOf(
    [200, { updates: [updateOf(1, 4.1), updateOf(2, 4.2)], nextCursor: 'next' }],
    [200, { updates: [updateOf(3, 4.3)], nextCursor: null }],
  );
  const ratings: Ratings = new Map();
  await catchUp(client, ratings, '2026-09-12T18:00:00Z');
  expect([...ratings.values()].map(({ newRating }) => newRating)).toEqual([4.3]);
  expect(asked.map((request) => request.includes('cursor=next'))).toEqual([false, true]);
});

it('the sample of the nightly job continues at the last update, and stores no update twice', async () => {
  const late = { ...updateOf(2, 4.2), changedAt: '2026-09-13T09:00:00Z' };
  const { client, asked } = clientOf(
    [200, { updates: [updateOf(1, 4.1), late], nextCursor: null }],
    [200, { updates: [updateOf(1, 4.1), late], nextCursor: null }],
    [200, { updates: [], nextCursor: null }],
  );
  const ratings: Ratings = new Map();
  let since = await readChanges(client, ratings);
  for (let night = 2; night <= 3; night += 1) {
    since = await readChanges(client, ratings, since);
    expect([since, ...ratings.values()]).toEqual([late.changedAt, late]);
  }
  expect(asked.map((request) => /since=([^&]+)/.exec(request)?.[1])).toEqual([
    undefined,
    ...Array(2).fill(encodeURIComponent(late.changedAt)),
  ]);
});

it('the sample of the guide redelivers all pending and failed events that may be sent', async () => {
  const page = (ids: string[], nextCursor: string | null): [number, object] => [
    200,
    { deliveries: ids.map((id) => ({ id })), nextCursor },
  ];
  const { client, asked } = clientOf(
    page(['whd_1', 'whd_2'], 'next'),
    [202, {}],
    [403, { code: 'consent_withdrawn' }],
    page(['whd_3'], null),
    [202, {}],
    page(['whd_4', 'whd_5', 'whd_6'], null),
    [409, { code: 'endpoint_disabled' }],
    [404, { code: 'not_found' }],
    [202, {}],
  );
  expect(await redeliverMissed(client)).toBe(3);
  expect(asked.filter((request) => request.startsWith('POST'))).toHaveLength(6);
  expect(asked.map((request) => /status=\w+/.exec(request)?.[0]).filter(Boolean)).toEqual([
    'status=pending',
    'status=pending',
    'status=failed',
  ]);

  const unknown = clientOf(page(['whd_1'], null), [401, { code: 'unauthenticated' }]);
  await expect(redeliverMissed(unknown.client)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});
