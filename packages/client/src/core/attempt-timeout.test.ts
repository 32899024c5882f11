import { describe, expect, test, vi } from 'vitest';
import { failing, withFakeTimers } from '../test-support/failing-fetch.ts';
import { rejection } from '../test-support/local-server.ts';
import type { Fetch } from './transport-settings.ts';

const redirect_uri = 'https://courtside.example/callback';
const batch = { sport: 'padel', winScore: 6, winBy: 2, matches: [] };

withFakeTimers();

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
      client({ attemptTimeoutMs: 100 }).oauth.exchangeToken({ code: 'prc_1', redirect_uri }),
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
