import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PartnerRatingClient } from '../client.ts';
import { localServer, rejection } from '../test-support/local-server.ts';
import type { ClientOptions } from './client-options.ts';
import { ConnectionError } from './errors/connection-error.ts';
import { PartnerRatingError } from './errors/partner-rating-error.ts';
import { TimeoutError } from './errors/timeout-error.ts';
import type { LogEntry } from './logger.ts';
import { retryDelayMs } from './retry.ts';
import type { Fetch } from './transport.ts';

const baseUrl = 'http://localhost:3001/api/v1';
const batch = { sport: 'padel', winScore: 6, winBy: 2, matches: [] };

describe('the back-off before a retry', () => {
  const unavailable = (retryAfter?: number) =>
    new PartnerRatingError('', { statusCode: 503, retryAfter });
  const delay = (error: PartnerRatingError, retried: number) => retryDelayMs(error, retried, true);
  beforeEach(() => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('doubles up to eight seconds', () => {
    const waits = [0, 1, 2, 3, 4, 5, 29].map((n) => delay(unavailable(), n));
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  });

  test('has full jitter, from zero up', () => {
    vi.mocked(Math.random).mockReturnValueOnce(0.25).mockReturnValueOnce(0);
    expect(delay(unavailable(), 2)).toBe(500);
    expect(delay(unavailable(), 2)).toBe(0);
  });

  test('is at least Retry-After, with jitter on top', () => {
    vi.mocked(Math.random).mockReturnValueOnce(0);
    expect(delay(unavailable(7), 0)).toBe(7_000);
    expect(delay(unavailable(7), 0)).toBe(7_500);
  });

  test('does not happen where Retry-After asks for more than a minute', () => {
    vi.mocked(Math.random).mockReturnValueOnce(0);
    expect(delay(unavailable(60), 0)).toBe(60_000);
    expect(delay(unavailable(61), 0)).toBe(Infinity);
  });

  test.each([408, 429, 500, 502, 503, 504])('happens after %i', (statusCode) => {
    expect(delay(new PartnerRatingError('', { statusCode }), 0)).toBe(500);
  });

  test.each([200, 307, 400, 401, 403, 404, 409, 413, 422])(
    'does not happen after %i',
    (statusCode) => {
      expect(delay(new PartnerRatingError('', { statusCode }), 0)).toBe(Infinity);
    },
  );

  test('happens after a network failure, and while the first request is still in progress', () => {
    const running = { statusCode: 409, code: 'idempotency_in_progress' };
    expect(delay(new ConnectionError('', { code: 'connection_failed' }), 0)).toBe(500);
    expect(delay(new PartnerRatingError('', running), 0)).toBe(500);
  });

  test('is nothing after an attempt that hung', () => {
    expect(delay(new TimeoutError('', { code: 'timeout' }), 0)).toBe(0);
  });
});

/** Fails so many times, and then succeeds. */
function failing(times: number, answer: () => Response | Promise<Response>) {
  const sent: { method: string | undefined; headers: Headers; body: unknown }[] = [];
  const fetch = async (_: string, { method, headers, body }: RequestInit) => {
    sent.push({ method, headers: new Headers(headers), body });
    return sent.length <= times ? await answer() : Response.json({ done: true });
  };
  const client = (options: Partial<ClientOptions> = {}) =>
    new PartnerRatingClient({ apiKey: 'prk_test', baseUrl, fetch, ...options } as ClientOptions);
  return { client, sent };
}

const unavailable = () => Response.json({ code: 'unavailable' }, { status: 503 });

/** Writes that take no idempotency key. */
const unrepeatable: [string, (client: PartnerRatingClient) => Promise<unknown>][] = [
  ['oauth.refresh', ({ oauth }) => oauth.refresh({ refresh_token: 'prr_1' })],
  [
    'oauth.exchangeToken',
    ({ oauth }) => oauth.exchangeToken({ code: 'prc_1', redirect_uri: 'https://a.example' }),
  ],
  ['webhooks.setEndpoint', ({ webhooks }) => webhooks.setEndpoint({ url: 'https://a.example' })],
  ['webhooks.deleteEndpoint', ({ webhooks }) => webhooks.deleteEndpoint()],
];

describe('with fake timers', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

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

  test.each([
    ['of the client', { maxRetries: 4 }, undefined, 5],
    ['of the call', { maxRetries: 4 }, { maxRetries: 1 }, 2],
    ['of the call, none', {}, { maxRetries: 0 }, 1],
  ])('maxRetries %s counts', async (_, options, ofCall, attempts) => {
    const { client, sent } = failing(9, unavailable);
    const error = rejection(client(options).usage.get(ofCall));
    await vi.advanceTimersByTimeAsync(29_000);
    await error;
    expect(sent).toHaveLength(attempts);
  });

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
    expect(sent.map(({ headers }) => headers.has('idempotency-key'))).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('every attempt has the idempotency key of the caller', async () => {
    const { client, sent } = failing(1, unavailable);
    const call = client().matches.submit(batch, { idempotencyKey: 'court-3' });
    await vi.advanceTimersByTimeAsync(250);
    await call;
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      'court-3',
      'court-3',
    ]);
  });

  describe.each(unrepeatable)('%s', (_, make) => {
    test('is not retried where it may have been carried out', async () => {
      for (const answer of [
        () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })),
        unavailable,
        () => new Response('{"half":', { status: 200 }),
      ]) {
        const { client, sent } = failing(9, answer);
        await rejection(make(client()));
        expect(sent).toHaveLength(1);
        expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
      }
    });

    test('is retried where the service refused it before it ran', async () => {
      for (const status of [429, 503]) {
        const refused = () => Response.json({}, { status, headers: { 'retry-after': '1' } });
        const { client, sent } = failing(2, refused);
        const call = make(client());
        await vi.advanceTimersByTimeAsync(3_000);
        expect(await call).toEqual({ done: true });
        expect(sent).toHaveLength(3);
      }
    });

    test.each([
      ['Node', new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })],
      ['Node, which was slow', new TypeError('f', { cause: { code: 'UND_ERR_CONNECT_TIMEOUT' } })],
      ['Node, without a name', new TypeError('fetch failed', { cause: { code: 'EAI_AGAIN' } })],
      ['Bun', new TypeError('ECONNREFUSED: Unable to connect. Is the computer able to …?')],
      ['an older Bun', new Error('Unable to connect. Is the computer able to access the url?')],
      ['Deno', new TypeError('fetch failed', { cause: new Error('client error (Connect): tcp') })],
      ['an older Deno', new TypeError('error sending request: client error (Connect): tcp')],
    ])('is retried where it was never sent, by %s', async (_, refusal) => {
      const { client, sent } = failing(1, () => Promise.reject(refusal));
      const call = make(client());
      await vi.advanceTimersByTimeAsync(500);
      expect(await call).toEqual({ done: true });
      expect(sent).toHaveLength(2);
    });
  });

  test.each([
    ['seconds', () => '7'],
    ['a date', () => new Date(Date.now() + 7_000).toUTCString()],
  ])('Retry-After in %s is waited for', async (_, retryAfter) => {
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
    const { client, sent } = failing(9, () =>
      Response.json({}, { status: 429, headers: { 'retry-after': '45' } }),
    );
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

  describe('an attempt that hangs', () => {
    const hang = () => new Promise<never>(() => {});

    test('is given up after half of the timeout, and retried at once', async () => {
      const { client, sent } = failing(1, hang);
      const call = client({ timeoutMs: 8_000 }).usage.get();
      await vi.advanceTimersByTimeAsync(3_999);
      expect(sent).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(2);
      expect(await call).toEqual({ done: true });
    });

    test('is aborted, so that the request ends', async () => {
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

    test('has the timeout of the client or of the call', async () => {
      const { client, sent } = failing(9, hang);
      const one = client({ attemptTimeoutMs: 100 });
      const error = rejection(one.usage.get());
      await vi.advanceTimersByTimeAsync(101);
      expect(sent).toHaveLength(2);
      rejection(one.usage.get({ attemptTimeoutMs: 10 }));
      await vi.advanceTimersByTimeAsync(11);
      expect(sent).toHaveLength(4);
      await vi.advanceTimersByTimeAsync(30_000);
      await error;
    });

    test('and is the last has what is left of the call', async () => {
      const { client, sent } = failing(9, hang);
      const error = rejection(client({ attemptTimeoutMs: 100 }).usage.get());
      await vi.advanceTimersByTimeAsync(29_999);
      expect(sent).toHaveLength(3);
      await vi.advanceTimersByTimeAsync(1);
      expect(await error).toMatchObject({ name: 'TimeoutError', timeoutMs: 30_000 });
    });

    test('in its body is retried as well', async () => {
      const body = Object.assign(Response.json({}), { json: hang });
      const { client, sent } = failing(1, () => body);
      const call = client({ attemptTimeoutMs: 100 }).usage.get();
      await vi.advanceTimersByTimeAsync(101);
      expect(await call).toEqual({ done: true });
      expect(sent).toHaveLength(2);
    });

    test('is retried where it writes with an idempotency key', async () => {
      const { client, sent } = failing(1, hang);
      const call = client({ attemptTimeoutMs: 100 }).matches.submit(batch);
      await vi.advanceTimersByTimeAsync(101);
      expect(await call).toEqual({ done: true });
      const [first, second] = sent.map(({ headers }) => headers.get('idempotency-key'));
      expect(first).toBe(second);
    });

    test('and may have been carried out is not retried, and has the time of the call', async () => {
      const { client, sent } = failing(9, hang);
      const error = rejection(
        client({ attemptTimeoutMs: 100 }).oauth.refresh({ refresh_token: 'prr_1' }),
      );
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await error).toMatchObject({ name: 'TimeoutError', timeoutMs: 30_000 });
      expect(sent).toHaveLength(1);
    });

    test('changes nothing when its answer comes late', async () => {
      const late = Promise.withResolvers<Response>();
      const { client, sent } = failing(1, () => late.promise);
      const call = client({ attemptTimeoutMs: 100 }).usage.get();
      await vi.advanceTimersByTimeAsync(101);
      late.resolve(Response.json({ done: 'late' }));
      expect(await call).toEqual({ done: true });
      expect(sent).toHaveLength(2);
    });
  });

  test('a write whose first request is still in progress waits for it until the deadline', async () => {
    const running = () =>
      Response.json(
        { code: 'idempotency_in_progress' },
        { status: 409, headers: { 'retry-after': '1' } },
      );
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

  test('each attempt is logged, without the credential', async () => {
    const logged: [string, string, LogEntry][] = [];
    const logger = {
      debug: (message: string, entry: LogEntry) => logged.push(['debug', message, entry]),
      warn: (message: string, entry: LogEntry) => logged.push(['warn', message, entry]),
    };
    const { client } = failing(1, unavailable);
    const call = client({ logger }).members.get({ memberId: '10482' });
    await vi.advanceTimersByTimeAsync(250);
    await call;
    expect(logged).toMatchObject([
      [
        'warn',
        'members.get: unavailable',
        {
          operation: 'members.get',
          attempt: 1,
          statusCode: 503,
          code: 'unavailable',
          retryInMs: 250,
        },
      ],
      ['debug', 'members.get: answered', { attempt: 2, statusCode: 200, code: undefined }],
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/prk_|10482/);
  });
});

test('a write that takes no idempotency key is not retried for a header that looks like one', async () => {
  const { client, sent } = failing(9, unavailable);
  const headers = { 'Idempotency-Key': 'endpoint-1' };
  await rejection(client().webhooks.setEndpoint({ url: 'https://a.example' }, { headers }));
  expect(sent).toHaveLength(1);
});

describe('the log of an aborted call', () => {
  /** A `fetch` that follows its signal, as that of a platform. */
  const abortable: Fetch = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  const logged = () => {
    const entries: (string | undefined)[] = [];
    const logger = {
      debug: (_: string, { code }: LogEntry) => void entries.push(code),
      warn: () => expect.unreachable(),
    };
    const { client } = failing(0, unavailable);
    return { client: client({ logger, fetch: abortable }), entries };
  };

  test('has its timeout', async () => {
    const { client, entries } = logged();
    expect(await rejection(client.usage.get({ timeoutMs: 1 }))).toBeInstanceOf(TimeoutError);
    expect(entries).toEqual(['timeout']);
  });

  test('has the closed client', async () => {
    const { client, entries } = logged();
    const error = rejection(client.usage.get());
    await client[Symbol.asyncDispose]();
    expect(await error).toMatchObject({ code: 'client_closed' });
    expect(entries).toEqual(['client_closed']);
  });

  test('is empty where the caller aborted it', async () => {
    const { client, entries } = logged();
    const controller = new AbortController();
    const error = rejection(client.usage.get({ signal: controller.signal }));
    controller.abort();
    expect(await error).toMatchObject({ name: 'AbortError' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(entries).toEqual([]);
  });
});

describe('an access token from a function', () => {
  const refusal = () => Response.json({ code: 'unauthenticated' }, { status: 401 });
  const sentTokens = (sent: { headers: Headers }[]) =>
    sent.map(({ headers }) => headers.get('authorization'));

  test('is requested once per call', async () => {
    const { client, sent } = failing(0, refusal);
    const accessToken = vi.fn(async () => 'pra_1');
    const player = client({ apiKey: undefined, accessToken } as never);
    await player.usage.get();
    await player.usage.get();
    expect(sentTokens(sent)).toEqual(['Bearer pra_1', 'Bearer pra_1']);
    expect(accessToken.mock.calls).toEqual([[undefined], [undefined]]);
  });

  test('is requested again after a refusal, and a write is retried as well', async () => {
    const { client, sent } = failing(1, refusal);
    const accessToken = vi.fn((refused?: string) => (refused === 'pra_1' ? 'pra_2' : 'pra_1'));
    const player = client({ apiKey: undefined, accessToken, maxRetries: 0 } as never);
    await player.webhooks.deleteEndpoint();
    expect(sentTokens(sent)).toEqual(['Bearer pra_1', 'Bearer pra_2']);
  });

  test('ends in the refusal where there is no other, or that is refused too', async () => {
    const { client, sent } = failing(9, refusal);
    const same = client({ apiKey: undefined, accessToken: () => 'pra_1' } as never);
    expect(await rejection(same.usage.get())).toMatchObject({ name: 'AuthenticationError' });
    let count = 0;
    const others = client({ apiKey: undefined, accessToken: () => `pra_${++count}` } as never);
    expect(await rejection(others.usage.get())).toMatchObject({ name: 'AuthenticationError' });
    expect(sentTokens(sent)).toEqual(['Bearer pra_1', 'Bearer pra_1', 'Bearer pra_2']);
  });

  test('that arrives after the abort sends nothing, even if fetch ignores the signal', async () => {
    const { client, sent } = failing(0, refusal);
    const token = Promise.withResolvers<string>();
    const player = client({ apiKey: undefined, accessToken: () => token.promise } as never);
    const controller = new AbortController();
    const error = rejection(player.webhooks.deleteEndpoint({ signal: controller.signal }));
    controller.abort(new Error('The user left.'));
    expect(await error).toMatchObject({ message: 'The user left.' });
    token.resolve('pra_1');
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toEqual([]);
  });

  test('that fails rejects the call with its reason', async () => {
    const { client, sent } = failing(0, refusal);
    const accessToken = () => Promise.reject(new Error('The player has to connect again.'));
    const call = client({ apiKey: undefined, accessToken } as never).usage.get();
    await expect(call).rejects.toThrow('The player has to connect again.');
    expect(sent).toEqual([]);
  });
});

describe('over a connection', () => {
  test('a broken connection is retried', async () => {
    let count = 0;
    const { client, requests } = await localServer((response) => {
      count += 1;
      if (count === 1) response.socket?.destroy();
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"requests":1}');
    });
    expect(await client.usage.get({ maxRetries: 1 })).toEqual({ requests: 1 });
    expect(requests).toHaveLength(2);
  });

  test('an incomplete answer is retried', async () => {
    let count = 0;
    const { client } = await localServer((response) => {
      count += 1;
      response.writeHead(200, { 'content-length': '14' }).write('{"requests"');
      if (count === 1) response.socket?.destroySoon();
      else response.end(':1}');
    });
    expect(await client.usage.get({ maxRetries: 1 })).toEqual({ requests: 1 });
  });
});
