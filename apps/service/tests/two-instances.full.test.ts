import { setTimeout as sleep } from 'node:timers/promises';
import { UserAgent } from '@partner-rating/browser';
import { PartnerRatingClient } from '@partner-rating/client';
import type { Schemas } from '@partner-rating/server';
import { sql } from 'kysely';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { editPartner } from '../src/console/actions/partners.ts';
import { batchOf, matchOf, onDay } from '../src/matches/testing/batches.ts';
import { postBatch } from '../src/matches/testing/post-batch.ts';
import { migrateToLatest } from '../src/platform/database/migrate.ts';
import type { Database } from '../src/platform/database/schema.ts';
import { startNginx } from '../src/testing/nginx.ts';
import type { ServiceProcess } from '../src/testing/service-process.ts';
import {
  CLIENT_ID,
  PASSWORD,
  REDIRECT_URI,
  startTwoInstances,
  type TwoInstances,
} from '../src/testing/two-instances.ts';
import type { WebhookReceiver } from '../src/testing/webhook-receiver.ts';

let instances: TwoInstances;
let one: ServiceProcess;
let other: ServiceProcess;
let database: Database;
let receiver: WebhookReceiver;
let fixtures: TwoInstances['fixtures'];

beforeAll(async () => {
  instances = await startTwoInstances();
  ({ one, other, database, receiver, fixtures } = instances);
  await clientOf(one).webhooks.createEndpoint({ url: receiver.url, events: ['rating.updated'] });
});

afterAll(() => instances?.stop());

const clientOf = ({ baseUrl }: ServiceProcess, apiKey = fixtures.apiKey) =>
  new PartnerRatingClient({ apiKey, baseUrl });
const pageOf = ({ baseUrl }: ServiceProcess, path: string) => new URL(path, baseUrl).href;

const portOf = ({ baseUrl }: ServiceProcess) => Number(new URL(baseUrl).port);
const MIN_REQUESTS = 400;
const MAX_IN_FLIGHT = 50;

async function allDelivered(): Promise<void> {
  const undelivered = () =>
    database
      .selectFrom('webhook_delivery')
      .select('id')
      .where('completed_at', 'is', null)
      .execute();
  while ((await undelivered()).length > 0) await sleep(50);
}

// A match that is created later was played later.
const FIRST_DAY = 1_000;
let count = 0;
const newMatch = (teams: { id: string }[][]) => {
  count += 1;
  return matchOf(`match-${count}`, teams, onDay(FIRST_DAY - count));
};
const identifiersSince = (before: number) =>
  Array.from({ length: count - before }, (_, index) => `match-${before + index + 1}`);

describe('two instances that start at the same time on an empty database', () => {
  it('run each migration once, and both are ready', async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(
      database,
    );
    expect(rows).not.toEqual([]);
    expect(await migrateToLatest(database)).toEqual([]);
    for (const instance of [one, other]) {
      expect((await fetch(pageOf(instance, '/readyz'))).status).toBe(200);
    }
  });
});

describe('two instances share', () => {
  it('a batch: submitted on one, it is read on the other', async () => {
    const { priya, daniel } = fixtures;
    const { ratingChanges } = await clientOf(one).matches.submit(
      batchOf([newMatch([[priya], [daniel]])]),
    );
    const change = ratingChanges.find(
      ({ id, bracket }) => id === priya.id && bracket === 'overall-open',
    );
    const member = await clientOf(other).members.get(priya.id);
    expect(member.sport?.pickleball?.R).toBe(change?.newRating);
  });

  it('a connection: started on one, allowed on the other, exchanged on the first', async () => {
    const { mike } = fixtures;
    const { authorization_url } = await clientOf(one).oauth.authorize({
      redirect_uri: REDIRECT_URI,
      scope: 'user:profile:read user:rating:read',
    });
    const browser = new UserAgent();
    const address = new URL(authorization_url);
    const logIn = await browser.open(pageOf(other, address.pathname + address.search));
    const credentials = { email: mike.email, password: PASSWORD };
    const consent = await browser.submit(logIn, '/connect/log-in', credentials);
    const returned = await browser.submit(consent, '/connect/consent', { decision: 'allow' });
    const code = new URL(returned.url).searchParams.get('code') ?? '';
    const exchange = { code, redirect_uri: REDIRECT_URI };
    const token = await clientOf(one).oauth.exchangeToken(exchange);
    expect(token.player_id).toBe(mike.id);
    for (const { baseUrl } of [one, other]) {
      const client = new PartnerRatingClient({ accessToken: token.access_token, baseUrl });
      expect(await client.members.get()).toMatchObject({ id: mike.id });
    }
    // A code works once, on either instance.
    await expect(clientOf(other).oauth.exchangeToken(exchange)).rejects.toThrow();
  });

  it('a session: begun on one, it is known to the other, and ends on both', async () => {
    const { sofia } = fixtures;
    const browser = new UserAgent();
    const logIn = await browser.open(pageOf(one, '/account'));
    await browser.submit(logIn, '/account/log-in', { email: sofia.email, password: PASSWORD });
    const account = await browser.open(pageOf(other, '/account'));
    expect(account.html).toContain('Sofia Brennan');
    await browser.submit(account, '/account/log-out', {});
    expect((await browser.open(pageOf(one, '/account'))).html).toContain('/account/log-in');
  });

  it('a cursor: begun on one, it continues on the other', async () => {
    const { daniel, sofia } = fixtures;
    const submitted = await clientOf(one).matches.submit(
      batchOf(Array.from({ length: 5 }, () => newMatch([[daniel], [sofia]]))),
    );
    const seen: (string | null)[] = [];
    let cursor: string | null | undefined;
    for (let page = 0; cursor !== null; page += 1) {
      const { baseUrl } = page % 2 === 0 ? one : other;
      const query = new URLSearchParams({
        memberId: sofia.id,
        bracket: 'overall-open',
        limit: '2',
        ...(typeof cursor === 'string' && { cursor }),
      });
      const response = await fetch(`${baseUrl}/partner/member/rating-history?${query}`, {
        headers: { 'x-api-key': fixtures.apiKey },
      });
      expect(response.status).toBe(200);
      const { history, nextCursor } = (await response.json()) as Schemas.RatingHistoryPage;
      seen.push(...history.map(({ matchId }) => matchId));
      cursor = nextCursor;
    }
    expect(seen).toEqual(submitted.matches.map(({ id }) => id).reverse());
  });
});

it('a request that is sent to both instances at once with the same Idempotency-Key is applied once', async () => {
  const { priya, daniel, apiKey } = fixtures;
  const match = newMatch([[priya], [daniel]]);
  const applied = Promise.withResolvers<void>();
  const ask = async (index: number) => {
    const { baseUrl } = index % 2 === 0 ? one : other;
    for (;;) {
      const answer = await postBatch(baseUrl, apiKey, batchOf([match]), 'the-same');
      if (answer.status === 200) applied.resolve();
      // Another request has begun and not finished.
      if (answer.status !== 409) return answer;
      await applied.promise;
    }
  };
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(index)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
  const stored = await database
    .selectFrom('match')
    .select('id')
    .where('identifier', '=', match.identifier)
    .execute();
  expect(stored).toHaveLength(1);
});

describe('limits', () => {
  it('of a partner are counted for both instances together, separately for each class', async () => {
    const remaining = async () => {
      const headers = { 'x-api-key': await fixtures.keyOfNewPartner() };
      const reads = await Promise.all(
        Array.from({ length: 20 }, (_, index) => {
          const { baseUrl } = index % 2 === 0 ? one : other;
          return fetch(`${baseUrl}/partner/usage`, { headers });
        }),
      );
      const refused = [];
      for (const { baseUrl } of [one, other]) {
        const options = {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
        };
        refused.push(await fetch(`${baseUrl}/partner/matches`, { ...options, body: '{}' }));
      }
      const [counted, ingested] = [reads, refused].map((answers) =>
        answers.map(({ headers: fields }) => fields.get('ratelimit')?.replace(/;t=\d+$/, '')),
      );
      return [counted?.toSorted().reverse(), ingested];
    };
    const classOf = (name: string, requests: number) =>
      Array.from({ length: requests }, (_, index) => `"${name}";r=${599 - index}`);
    // With another partner, in case Redis seems silent to an instance while the machine is busy.
    await expect.poll(remaining).toEqual([classOf('default', 20), classOf('ingest', 2)]);
  });

  it('of log-ins are counted for both instances together', async () => {
    const attempt = async (instance: ServiceProcess) => {
      const browser = new UserAgent();
      const page = await browser.open(pageOf(instance, '/account'));
      const values = { email: 'nobody@example.com', password: 'wrong' };
      return (await browser.submit(page, '/account/log-in', values)).status;
    };
    const statuses: number[] = [];
    // Other tests logged in from this address before, so it may be fewer than ten.
    while (!statuses.includes(429) && statuses.length <= 10) statuses.push(await attempt(one));
    expect(statuses.at(-1)).toBe(429);
    expect(await attempt(other)).toBe(429);
  });

  it('apply to each instance alone while Redis is gone, and no request fails', async () => {
    await instances.redis.stop();
    for (const instance of [one, other, one, other]) {
      const response = await fetch(`${instance.baseUrl}/partner/usage`, {
        headers: { 'x-api-key': fixtures.apiKey },
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('ratelimit-policy')).toBe('"default";q=600;w=60');
    }
  });
});

it('each webhook is delivered once, although both instances deliver', async () => {
  const { priya, daniel, sofia } = fixtures;
  const before = receiver.requests.length;
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const client = clientOf(index % 2 === 0 ? one : other);
      await client.matches.submit(batchOf([newMatch([[priya], [daniel]])]));
      await client.matches.submit(batchOf([newMatch([[daniel], [sofia]])]));
    }),
  );
  await allDelivered();
  const ids = receiver.requests.slice(before).map(({ headers }) => headers['webhook-id']);
  // Plus the deliveries of settlements.
  expect(ids.length).toBeGreaterThanOrEqual(80);
  expect(new Set(ids).size).toBe(ids.length);
});

it('a rolling restart behind nginx fails no request, and loses or repeats no event', async () => {
  const nginx = await startNginx([portOf(one), portOf(other)]);
  onTestFinished(nginx.stop);
  const agent = new Agent({ connect: { ca: nginx.certificate, servername: 'ratings.example' } });
  onTestFinished(() => agent.close());
  const everything = 1_000_000;
  const limits = { default: everything, ingest: everything };
  await editPartner({ database, clock: () => new Date() }, CLIENT_ID, { limits });
  const { priya, daniel, apiKey } = fixtures;
  const send = async (number: number): Promise<number> => {
    const isRead = number % 4 !== 0;
    const match = isRead ? null : newMatch([[priya], [daniel]]);
    const response = await request(
      `https://127.0.0.1:${nginx.port}/api/v1/partner/${isRead ? 'usage' : 'matches'}`,
      {
        dispatcher: agent,
        method: isRead ? 'GET' : 'POST',
        headers: {
          host: 'ratings.example',
          'x-api-key': apiKey,
          'content-type': 'application/json',
        },
        body: match && JSON.stringify(batchOf([match])),
      },
    );
    await response.body.dump();
    return response.statusCode;
  };

  const before = receiver.requests.length;
  const identifiersBefore = count;
  let isRestarting = true;
  const restarted = (async () => {
    for (const instance of [one, other]) {
      expect(await instance.stop()).toBe(0);
      await instance.start();
    }
  })().finally(() => {
    isRestarting = false;
  });
  // A hundred a second, or fewer on a slow machine.
  const statuses: Promise<number>[] = [];
  while (isRestarting || statuses.length < MIN_REQUESTS) {
    statuses.push(send(statuses.length));
    await Promise.all([sleep(10), statuses.at(-MAX_IN_FLIGHT)]);
  }
  await restarted;
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));

  const stored = await database
    .selectFrom('match')
    .select('id')
    .where('identifier', 'in', identifiersSince(identifiersBefore))
    .execute();
  expect(stored).toHaveLength(Math.ceil(statuses.length / 4));
  await allDelivered();
  const received = receiver.requests.slice(before).map(({ headers }) => headers['webhook-id']);
  // One for each player of a match, plus the events of settlements.
  expect(received.length).toBeGreaterThanOrEqual(2 * stored.length);
  expect(new Set(received).size).toBe(received.length);
});

it('each instance stops cleanly while the other serves', async () => {
  expect(await one.stop()).toBe(0);
  expect((await fetch(pageOf(other, '/readyz'))).status).toBe(200);
  expect(await other.stop()).toBe(0);
});
