import type { ServerResponse } from 'node:http';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test, vi } from 'vitest';
import type { PartnerRatingClient } from '../client.ts';
import { failing, problem, unavailable, withFakeTimers } from '../test-support/failing-fetch.ts';
import { localServer, rejection } from '../test-support/local-server.ts';
import { RateLimitError } from './errors/call-errors.ts';
import { retryDelayMs } from './retry.ts';
import type { Fetch } from './transport-settings.ts';

const endpointId = 'whe_01k4yh1w3e7r2t6y9p4q8s5d0a';

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

describe('a call that cannot be repeated', () => {
  const answers = [
    () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })),
    unavailable,
    () => new Response('{"half":', { status: 200 }),
  ];
  testRows(
    unrepeatable.flatMap(([name, make]) => answers.map((answer) => [name, answer, make] as const)),
  )('is not retried if it may have run', async (_, answer, make) => {
    const { client, sent } = failing(9, answer);
    await rejection(make(client()));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
  });

  testRows(
    unrepeatable.flatMap(([name, make]) =>
      [429, 503].map((status) => [name, status, make] as const),
    ),
  )('is retried if the service refused it before it ran', async (_, status, make) => {
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
  )('is retried if it was never sent', async (_, _by, refusal, make) => {
    const { client, sent } = failing(1, () => Promise.reject(refusal));
    const call = make(client());
    await vi.advanceTimersByTimeAsync(500);
    expect(await call).toEqual({ done: true });
    expect(sent).toHaveLength(2);
  });
});

test('a call rejects at once if its retry would come after the deadline', async () => {
  const { client, sent } = failing(9, () => problem(429, 'rate_limited', { 'retry-after': '45' }));
  expect(await rejection(client().usage.get())).toMatchObject({
    name: 'RateLimitError',
    retryAfter: 45,
  });
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('a signal ends the back-off with its own reason', async () => {
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

test('a call waits for a Retry-After of at most a minute', () => {
  const delay = (retryAfter: number) =>
    retryDelayMs(new RateLimitError('', { statusCode: 429, retryAfter }), 0, true);
  expect([delay(60), delay(61)]).toEqual([60_250, Infinity]);
});

describe('an attempt that hangs', () => {
  const hang = () => new Promise<never>(() => {});

  test('is aborted, and its request ends', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch: Fetch = async (_, { signal }) => {
      signals.push(signal);
      return signals.length > 1 ? Response.json({}) : await hang();
    };
    const { client } = failing(0, hang);
    const call = client({ fetch, attemptTimeoutMs: 100 }).usage.get();
    await vi.advanceTimersByTimeAsync(101);
    await call;
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
  });

  test('changes nothing if its response comes late', async () => {
    const late = Promise.withResolvers<Response>();
    const { client, sent } = failing(1, () => late.promise);
    const call = client({ attemptTimeoutMs: 100 }).usage.get();
    await vi.advanceTimersByTimeAsync(101);
    late.resolve(Response.json({ done: 'late' }));
    expect(await call).toEqual({ done: true });
    expect(sent).toHaveLength(2);
  });
});

test('a broken or incomplete response over a connection is retried', async () => {
  vi.useRealTimers();
  const failures: ((response: ServerResponse) => void)[] = [
    (response) => response.socket?.destroy(),
    (response) => {
      response.writeHead(200, { 'content-length': '14' }).write('{"requests"');
      response.socket?.destroySoon();
    },
  ];
  const { client, requests } = await localServer((response) => {
    const fail = failures.shift();
    if (fail) fail(response);
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"requests":1}');
  });
  expect(await client.usage.get({ maxRetries: 2 })).toEqual({ requests: 1 });
  expect(requests).toHaveLength(3);
});
