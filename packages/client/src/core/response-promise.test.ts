import { describe, expect, expectTypeOf, test } from 'vitest';
import { PartnerRatingClient } from '../client.ts';
import type { Usage } from '../index.ts';
import { jsonServer, rejection } from '../test-support/local-server.ts';

const usage = { requests: 1 };

describe('withResponse', () => {
  test('resolves with the data and the response', async () => {
    const { client } = await jsonServer(200, usage, { ratelimit: '"default";r=599;t=60' });
    const { data, response } = await client.usage.get().withResponse();
    expectTypeOf(data).toEqualTypeOf<Usage>();
    expect(data).toEqual(usage);
    expect(response.status).toBe(200);
    expect(response.headers.get('ratelimit')).toBe('"default";r=599;t=60');
  });

  test('rejects like the call', async () => {
    const { client } = await jsonServer(404, { code: 'not_found' });
    expect(await rejection(client.usage.get().withResponse())).toMatchObject({ code: 'not_found' });
  });

  test('and the call itself share one request', async () => {
    const { client, requests } = await jsonServer(200, usage);
    const call = client.usage.get();
    expect([await call, (await call.withResponse()).data]).toEqual([usage, usage]);
    expect(requests).toHaveLength(1);
  });
});

test('a call is a promise', async () => {
  const { client } = await jsonServer(200, usage);
  const call = client.usage.get();
  expect(call).toBeInstanceOf(Promise);
  expect(call.then(String).constructor).toBe(Promise);
  expect(await Promise.all([call, call.finally(() => {})])).toEqual([usage, usage]);
});

describe('a closed client', () => {
  const baseUrl = 'http://localhost:3001/api/v1';

  test('aborts the calls in flight, and their fetch', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const calls: Promise<unknown>[] = [];
    {
      await using client = new PartnerRatingClient({
        apiKey: 'prk_test',
        baseUrl,
        fetch: (_, { signal }) => {
          signals.push(signal);
          return new Promise(() => {});
        },
      });
      calls.push(rejection(client.usage.get()), rejection(client.members.get()));
      await Promise.resolve();
    }
    const closed = { name: 'PartnerRatingError', code: 'client_closed', statusCode: undefined };
    expect(await Promise.all(calls)).toMatchObject([closed, closed]);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
  });

  test('sends nothing', async () => {
    const { client, requests } = await jsonServer(200, usage);
    await client[Symbol.asyncDispose]();
    await client[Symbol.asyncDispose]();
    expect(await rejection(client.usage.get())).toMatchObject({ code: 'client_closed' });
    expect(requests).toEqual([]);
  });

  test('does not close the clients made from it', async () => {
    const { client } = await jsonServer(200, usage);
    const other = client.withOptions({ maxRetries: 1 });
    await client[Symbol.asyncDispose]();
    expect(await other.usage.get()).toEqual(usage);
  });
});
