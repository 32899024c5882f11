import type { ServerResponse } from 'node:http';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import * as exported from '../index.ts';
import { closedPort, jsonServer, localServer, rejection } from '../test-support/local-server.ts';

test('a ValidationError has no errors if the response names none', async () => {
  const { client } = await jsonServer(415, { code: 'unsupported_media_type', errors: 'none' });
  expect(await rejection(client.usage.get())).toMatchObject({ errors: [] });
});

test('the body of a response of another server can be read', async () => {
  const { client } = await localServer((response) =>
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>'),
  );
  const error = (await rejection(client.usage.get())) as exported.PartnerRatingError;
  expect(error).toMatchObject({ code: 'unexpected_answer', requestId: undefined });
  expect(await error.response?.text()).toBe('<h1>Not here</h1>');
});

describe('a ConnectionError', () => {
  test('says that no server is listening', async () => {
    const origin = `http://127.0.0.1:${await closedPort()}`;
    const client = new exported.PartnerRatingClient({
      apiKey: 'prk_test',
      baseUrl: `${origin}/api/v1`,
      maxRetries: 0,
    });
    const error = await rejection(client.usage.get());
    expect(error).toBeInstanceOf(exported.ConnectionError);
    expect(error).toMatchObject({
      message: `usage.get: no server is listening at ${origin}/api/v1 (ECONNREFUSED). Check baseUrl, or start the service.`,
      statusCode: undefined,
      response: undefined,
      cause: expect.any(Error),
    });
  });

  test('says that the response is incomplete', async () => {
    const { client } = await localServer((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"requests"');
      response.socket?.destroySoon();
    });
    const error = await rejection(client.usage.get());
    expect(error).toBeInstanceOf(exported.ConnectionError);
    expect(error).toMatchObject({ statusCode: 200, response: { status: 200 } });
    expect((error as Error).message).toContain('usage.get: no complete answer from http://');
  });

  test('has the status if the error body is incomplete', async () => {
    const { client } = await localServer((response) => {
      response.writeHead(503, { 'content-length': '100' }).write('{"code"');
      response.socket?.destroySoon();
    });
    expect(await rejection(client.usage.get())).toMatchObject({ statusCode: 503 });
  });

  testRows<[unknown, string]>([
    ['no network', 'no network'],
    [new TypeError('fetch failed', { cause: new Error('other side closed') }), 'other side closed'],
    [new TypeError('Failed to fetch', { cause: new Response() }), 'TypeError: Failed to fetch'],
  ])('contains the reason of a custom fetch', async (thrown, reason) => {
    const client = new exported.PartnerRatingClient({
      apiKey: 'prk_test',
      baseUrl: 'http://localhost:3001/api/v1',
      fetch: () => Promise.reject(thrown),
      maxRetries: 0,
    });
    const error = await rejection(client.usage.get());
    expect((error as Error).message).toContain(`(${reason})`);
  });
});

describe('an error in a log', () => {
  test('has the line of the caller in its stack', async () => {
    const stop = new AbortController();
    const answers: ((response: ServerResponse) => unknown)[] = [
      (response) => response.writeHead(404).end('{"code":"not_found"}'),
      (response) => response.writeHead(200).end('<h1>'),
      (response) => response.destroy(),
      () => undefined,
    ];
    for (const answer of answers) {
      const { client } = await localServer(answer);
      const lineOfTheCaller = async (): Promise<unknown> => {
        return await client.usage.get({ timeoutMs: 100, signal: stop.signal });
      };
      const error = (await rejection(lineOfTheCaller())) as Error;
      expect(error).toBeInstanceOf(exported.PartnerRatingError);
      expect(error.stack).toContain('lineOfTheCaller');
    }
  });

  test('omits its response, which can still be read', async () => {
    const { client } = await jsonServer(503, { code: 'unavailable' });
    const error = (await rejection(client.usage.get())) as exported.PartnerRatingError;
    expect(Object.keys(error)).not.toContain('response');
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ statusCode: 503 });
    expect(await error.response?.json()).toEqual({ code: 'unavailable' });
  });

  test('has the response if the body stopped before the timeout', async () => {
    // Without a connection, the headers of the response arrive at once on a busy machine too.
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode('{"a"')),
    });
    const client = new exported.PartnerRatingClient({
      apiKey: 'prk_test',
      environment: 'local',
      maxRetries: 0,
      fetch: async () => new Response(body),
    });
    expect(await rejection(client.usage.get({ timeoutMs: 200 }))).toMatchObject({
      message: expect.stringMatching(/^usage.get: no complete answer from http.* in 200 ms\.$/),
      statusCode: 200,
      response: { status: 200 },
    });
  });
});
