import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PartnerRatingClient } from '../client.ts';
import { localServer, rejection } from '../test-support/local-server.ts';
import { TimeoutError } from './errors/call-errors.ts';

const baseUrl = 'http://localhost:3001/api/v1';
const never = new Promise<never>(() => {});

describe('with fake timers', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('a call times out after 30 seconds, even if fetch ignores the signal', async () => {
    const client = new PartnerRatingClient({ apiKey: 'prk_test', baseUrl, fetch: () => never });
    const error = rejection(client.usage.get());
    await vi.advanceTimersByTimeAsync(29_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await error).toMatchObject({
      name: 'TimeoutError',
      timeoutMs: 30_000,
      statusCode: undefined,
      message: expect.stringContaining(
        'usage.get: no complete answer from http://localhost:3001/api/v1 in 30000 ms.',
      ),
    });
  });

  test('a change of the system clock does not change the timeout', async () => {
    const client = new PartnerRatingClient({ apiKey: 'prk_test', baseUrl, fetch: () => never });
    let isOver = false;
    const error = rejection(client.usage.get()).finally(() => {
      isOver = true;
    });
    vi.setSystemTime(Date.now() + 3_600_000);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(isOver).toBe(false);
    vi.setSystemTime(Date.now() - 7_200_000);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver).toBe(true);
    expect(await error).toBeInstanceOf(TimeoutError);
  });

  test('calls in flight share one timer, and each has its own deadline', async () => {
    const client = new PartnerRatingClient({ apiKey: 'prk_test', baseUrl, fetch: () => never });
    const over: number[] = [];
    for (const timeoutMs of [2_500, 40, 700]) {
      client.usage.get({ timeoutMs }).catch(() => over.push(timeoutMs));
    }
    expect(vi.getTimerCount()).toBe(1);
    for (const [passed, expected] of [
      [39, []],
      [1, [40]],
      [659, [40]],
      [1, [40, 700]],
      [1_799, [40, 700]],
      [1, [40, 700, 2_500]],
    ] as const) {
      await vi.advanceTimersByTimeAsync(passed);
      expect(over).toEqual(expected);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('the timeout aborts fetch', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch = (_: string, { signal }: RequestInit) => {
      signals.push(signal);
      return never;
    };
    const client = new PartnerRatingClient({ apiKey: 'prk_test', baseUrl, timeoutMs: 40, fetch });
    const error = rejection(client.usage.get({ maxRetries: 0 }));
    await vi.advanceTimersByTimeAsync(40);
    expect(await error).toBeInstanceOf(TimeoutError);
    expect(signals[0]?.aborted).toBe(true);
  });

  test('no timer and no listener is left after a response', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const fetch = async () => Response.json({});
    await new PartnerRatingClient({ apiKey: 'prk_test', baseUrl, fetch }).usage.get({ signal });
    expect(added).toHaveBeenCalledOnce();
    expect(removed).toHaveBeenLastCalledWith(...(added.mock.calls[0] ?? []));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('the pause before a retry keeps the process alive', async () => {
  const started = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => started.mockRestore());
  const { promise: isRetried, resolve: warn } = Promise.withResolvers<void>();
  const client = new PartnerRatingClient({
    apiKey: 'prk_test',
    baseUrl,
    fetch: async () => Response.json({}, { status: 503, headers: { 'retry-after': '20' } }),
    logger: { debug: () => {}, warn: () => warn() },
  });
  const controller = new AbortController();
  const error = rejection(client.usage.get({ signal: controller.signal }));
  const lastTimer = (): NodeJS.Timeout => started.mock.results.at(-1)?.value;
  expect(lastTimer().hasRef()).toBe(false);
  await isRetried;
  expect(lastTimer().hasRef()).toBe(true);
  controller.abort();
  await error;
});

test('a pause that is over does not keep the process alive', async () => {
  const started = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => started.mockRestore());
  const answers = [
    Response.json({}, { status: 503, headers: { 'retry-after': '0' } }),
    Response.json({ requests: 1 }),
  ];
  const client = new PartnerRatingClient({
    apiKey: 'prk_test',
    baseUrl,
    fetch: async () => answers.shift() as Response,
  });
  expect(await client.usage.get()).toEqual({ requests: 1 });
  expect(answers).toEqual([]);
  expect(started.mock.results.at(-1)?.value.hasRef()).toBe(false);
});

test('an error body that stalls on its connection is a TimeoutError', async () => {
  const { client } = await localServer((response) => response.writeHead(500).write('{"code'));
  await expect(client.usage.get({ timeoutMs: 50 })).rejects.toBeInstanceOf(TimeoutError);
});

describe('a signal of the caller', () => {
  test('ends the call with its own reason', async () => {
    const controller = new AbortController();
    const { client } = await localServer(() => controller.abort(new Error('The user left.')));
    await expect(client.usage.get({ signal: controller.signal })).rejects.toThrow('The user left.');
  });

  test('prevents the request if it is already aborted', async () => {
    const { client, requests } = await localServer((response) => response.end());
    const call = client.usage.get({ signal: AbortSignal.abort(new Error('Too late.')) });
    await expect(call).rejects.toThrow('Too late.');
    expect(requests).toEqual([]);
  });
});
