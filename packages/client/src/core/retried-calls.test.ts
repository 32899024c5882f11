import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test, vi } from 'vitest';
import type { PartnerRatingClient } from '../client.ts';
import { failing, problem, unavailable, withFakeTimers } from '../test-support/failing-fetch.ts';
import { rejection } from '../test-support/local-server.ts';

const endpointId = 'whe_01k4yh1w3e7r2t6y9p4q8s5d0a';
const batch = { sport: 'padel', winScore: 6, winBy: 2, matches: [] };

withFakeTimers();

/** Writes that take no idempotency key. */
const unrepeatable: [string, (client: PartnerRatingClient) => Promise<unknown>][] = [
  [
    'oauth.exchangeToken',
    ({ oauth }) => oauth.exchangeToken({ code: 'prc_1', redirect_uri: 'https://a.example' }),
  ],
  [
    'webhooks.updateEndpoint',
    ({ webhooks }) => webhooks.updateEndpoint(endpointId, { url: 'https://a.example' }),
  ],
  ['webhooks.deleteEndpoint', ({ webhooks }) => webhooks.deleteEndpoint(endpointId)],
];

test('a read is retried up to twice', async () => {
  const { client, sent } = failing(2, unavailable);
  const call = client().usage.get();
  await vi.advanceTimersByTimeAsync(250);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(499);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await call).toEqual({ done: true });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('the last error is what a call rejects with', async () => {
  const { client, sent } = failing(9, unavailable);
  const error = rejection(client().usage.get());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await error).toMatchObject({ code: 'unavailable', statusCode: 503 });
  expect(sent).toHaveLength(3);
});

testRows([
  ['of the client', { maxRetries: 4 }, undefined, 5],
  ['of the call', { maxRetries: 4 }, { maxRetries: 1 }, 2],
  ['of the call, none', {}, { maxRetries: 0 }, 1],
])(
  'maxRetries of the call counts before that of the client',
  async (_, options, ofCall, attempts) => {
    const { client, sent } = failing(9, unavailable);
    const error = rejection(client(options).usage.get(ofCall));
    await vi.advanceTimersByTimeAsync(29_000);
    await error;
    expect(sent).toHaveLength(attempts);
  },
);

test('a POST that takes an idempotency key gets one, the same for all attempts, new for each call', async () => {
  const { client, sent } = failing(1, () => Promise.reject(new TypeError('fetch failed')));
  const one = client();
  const call = one.matches.submit(batch);
  await vi.advanceTimersByTimeAsync(250);
  await call;
  await one.matches.submit(batch);
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(sent[1]?.body).toBe(JSON.stringify(batch));
});

test('a POST without retries gets no key, nor does one that only reads', async () => {
  const { client, sent } = failing(1, unavailable);
  const call = client().leaderboard.rank({ memberId: '10482', sport: 'padel' });
  await vi.advanceTimersByTimeAsync(250);
  await call;
  await client({ maxRetries: 0 }).matches.submit(batch);
  expect(sent).toHaveLength(3);
  expect(sent.map(({ headers }) => headers.has('idempotency-key'))).toEqual([false, false, false]);
});

test('every attempt has the idempotency key of the caller', async () => {
  const { client, sent } = failing(1, unavailable);
  const call = client().matches.submit(batch, { idempotencyKey: 'court-3' });
  await vi.advanceTimersByTimeAsync(250);
  await call;
  expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['court-3', 'court-3']);
});

describe('a call that cannot be repeated', () => {
  const answers = [
    () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })),
    unavailable,
    () => new Response('{"half":', { status: 200 }),
  ];
  testRows(
    unrepeatable.flatMap(([name, make]) => answers.map((answer) => [name, answer, make] as const)),
  )('is not retried where it may have been carried out', async (_, answer, make) => {
    const { client, sent } = failing(9, answer);
    await rejection(make(client()));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
  });

  testRows(
    unrepeatable.flatMap(([name, make]) =>
      [429, 503].map((status) => [name, status, make] as const),
    ),
  )('is retried where the service refused it before it ran', async (_, status, make) => {
    const refused = () => Response.json({}, { status, headers: { 'retry-after': '1' } });
    const { client, sent } = failing(2, refused);
    const call = make(client());
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await call).toEqual({ done: true });
    expect(sent).toHaveLength(3);
  });

  const refusals: [string, Error][] = [
    ['Node', new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })],
    ['Node, which was slow', new TypeError('f', { cause: { code: 'UND_ERR_CONNECT_TIMEOUT' } })],
    ['Node, without a name', new TypeError('fetch failed', { cause: { code: 'EAI_AGAIN' } })],
    ['Bun', new TypeError('ECONNREFUSED: Unable to connect. Is the computer able to …?')],
    ['an older Bun', new Error('Unable to connect. Is the computer able to access the url?')],
    ['Deno', new TypeError('fetch failed', { cause: new Error('client error (Connect): tcp') })],
    ['an older Deno', new TypeError('error sending request: client error (Connect): tcp')],
  ];
  testRows(
    unrepeatable.flatMap(([name, make]) =>
      refusals.map(([by, refusal]) => [name, by, refusal, make] as const),
    ),
  )('is retried where it was never sent', async (_, _by, refusal, make) => {
    const { client, sent } = failing(1, () => Promise.reject(refusal));
    const call = make(client());
    await vi.advanceTimersByTimeAsync(500);
    expect(await call).toEqual({ done: true });
    expect(sent).toHaveLength(2);
  });
});

testRows([
  ['seconds', () => '7'],
  ['a date', () => new Date(Date.now() + 7_000).toUTCString()],
])('Retry-After is waited for, in seconds or as a date', async (_, retryAfter) => {
  vi.setSystemTime('2026-09-12T18:04:11Z');
  const { client, sent } = failing(1, () =>
    Response.json({}, { status: 429, headers: { 'retry-after': retryAfter() } }),
  );
  const call = client().usage.get();
  await vi.advanceTimersByTimeAsync(6_999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(251);
  expect(await call).toEqual({ done: true });
});

test('a retry after the deadline does not happen: the call rejects at once', async () => {
  const { client, sent } = failing(9, () => problem(429, 'rate_limited', { 'retry-after': '45' }));
  expect(await rejection(client().usage.get())).toMatchObject({
    name: 'RateLimitError',
    retryAfter: 45,
  });
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('the timeout covers all attempts together', async () => {
  const { client } = failing(1, unavailable);
  const fetch = vi
    .fn(async () => unavailable())
    .mockReturnValueOnce(Promise.resolve(unavailable()));
  fetch.mockImplementation(() => new Promise(() => {}));
  const error = rejection(client({ fetch, timeoutMs: 1_000 }).usage.get());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await error).toMatchObject({ name: 'TimeoutError', timeoutMs: 1_000 });
  expect(fetch).toHaveBeenCalledTimes(3);
});

test('a write whose first request is still in progress waits for it until the deadline', async () => {
  const running = () => problem(409, 'idempotency_in_progress', { 'retry-after': '1' });
  const { client, sent } = failing(9, running);
  const call = client().matches.submit(batch);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await call).toEqual({ done: true });
  expect(sent).toHaveLength(10);
});

test('a signal aborts the back-off, with its own reason and without a retry', async () => {
  const { client, sent } = failing(9, unavailable);
  const controller = new AbortController();
  const error = rejection(client().usage.get({ signal: controller.signal }));
  await vi.advanceTimersByTimeAsync(100);
  controller.abort(new Error('The user left.'));
  expect(await error).toMatchObject({ message: 'The user left.' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toHaveLength(1);
});

test('a write that takes no idempotency key is not retried for a header that looks like one', async () => {
  const { client, sent } = failing(9, unavailable);
  const headers = { 'Idempotency-Key': 'endpoint-1' };
  await rejection(
    client().webhooks.updateEndpoint(endpointId, { url: 'https://a.example' }, { headers }),
  );
  expect(sent).toHaveLength(1);
});
