import type { ServerResponse } from 'node:http';
import catalogue from '@partner-rating/spec/errors.json' with { type: 'json' };
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import * as exported from '../index.ts';
import { closedPort, jsonServer, localServer, rejection } from '../test-support/local-server.ts';

const requestId = 'req_01k4yh2c7w3r8s5d1f6j9m2q0v';

function errorClass(name: string): typeof exported.PartnerRatingError {
  return Reflect.get(exported, name) as typeof exported.PartnerRatingError;
}

describe('every problem of the catalogue', () => {
  testRows(catalogue.problems)('is the error of its code and status', async (problem) => {
    const { code, status, title, clientError } = problem;
    const type = `https://ratings.example/docs/errors/${code}`;
    const body = {
      type,
      title,
      status,
      detail: 'In words.',
      instance: requestId,
      code,
    };
    const { client } = await jsonServer(status, body, { 'x-request-id': requestId });
    const error = await rejection(client.leaderboard.listCategories());
    expect(error).toBeInstanceOf(exported.PartnerRatingError);
    expect((error as Error).constructor).toBe(errorClass(clientError));
    expect(error).toMatchObject({
      name: clientError,
      message: expect.stringContaining(
        `leaderboard.listCategories: ${status} ${code}: In words. ${type}`,
      ),
      detail: 'In words.',
      statusCode: status,
      requestId,
      code,
      response: { status },
    });
  });
});

describe('every OAuth refusal of the catalogue', () => {
  testRows(catalogue.oauth)('is an OAuthError', async ({ error: code, status }) => {
    const body = { error: code, error_description: 'In words.' };
    const { client } = await jsonServer(status, body, { 'x-request-id': requestId });
    const call = client.oauth.exchangeToken({ code: 'prc_1', redirect_uri: 'https://a.example' });
    const error = await rejection(call);
    expect(error).toBeInstanceOf(exported.OAuthError);
    expect(error).toMatchObject({
      message: `oauth.exchangeToken: ${status} ${code}: In words.`,
      detail: 'In words.',
      errorCode: code,
      code,
      statusCode: status,
      requestId,
    });
  });

  test('a problem at an OAuth endpoint keeps its own kind', async () => {
    const { client } = await jsonServer(429, { code: 'rate_limited' }, { 'retry-after': '7' });
    const error = await rejection(client.oauth.revoke({ player_id: 'mem_1' }));
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: 7 });
  });

  test('an "error" elsewhere is no OAuthError', async () => {
    const { client } = await jsonServer(401, { error: 'Unauthorized' });
    const error = await rejection(client.usage.get());
    expect((error as Error).constructor).toBe(exported.PartnerRatingError);
  });
});

describe('a ValidationError', () => {
  test('has the first fault in its message', async () => {
    const errors = [
      { pointer: '/limit', code: 'too_large', detail: 'At most 100.' },
      { pointer: '/name', code: 'too_short', detail: 'At least 2 letters.' },
    ];
    const { client } = await jsonServer(400, {
      code: 'validation_failed',
      detail: 'The request does not fit the contract in 2 places.',
      errors,
    });
    expect(await rejection(client.usage.get())).toMatchObject({
      message:
        'usage.get: 400 validation_failed: The request does not fit the contract in 2 places. ' +
        '/limit: At most 100.',
    });
  });

  test('points at every fault', async () => {
    const errors = [{ pointer: '/matches/3/games/0/scores', code: 'no_winner', detail: 'A tie.' }];
    const { client } = await jsonServer(422, { code: 'batch_rejected', errors });
    const error = await rejection(client.usage.get());
    expect((error as exported.ValidationError).errors).toEqual(errors);
  });

  test('has no faults where none is named', async () => {
    const { client } = await jsonServer(415, { code: 'unsupported_media_type', errors: 'none' });
    expect(await rejection(client.usage.get())).toMatchObject({ errors: [] });
  });
});

describe('an answer that is not one of the service', () => {
  test('is the base error, and its body can be read', async () => {
    const { client } = await localServer((response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>'),
    );
    const error = (await rejection(client.usage.get())) as exported.PartnerRatingError;
    expect(error.constructor).toBe(exported.PartnerRatingError);
    expect(error).toMatchObject({ code: 'unexpected_answer', requestId: undefined });
    expect(error.message).toMatch(
      /^usage\.get: 404 http:\/\/127\.0\.0\.1:\d+\/api\/v1 returned HTML, not a Partner Rating response\. Check baseUrl: it should end in \/api\/v1\.$/,
    );
    expect(await error.response?.text()).toBe('<h1>Not here</h1>');
  });

  testRows([402, 418, 502])('is the base error at any other status', async (status) => {
    const { client } = await jsonServer(status, null);
    const error = await rejection(client.usage.get());
    expect((error as Error).constructor).toBe(exported.PartnerRatingError);
    expect(error).toMatchObject({ statusCode: status });
  });

  test('with a code that is new keeps the code and the kind of its status', async () => {
    const { client } = await jsonServer(403, { code: 'a_new_one', detail: 'In words.' });
    const error = await rejection(client.usage.get());
    expect(error).toMatchObject({ name: 'PermissionError', code: 'a_new_one' });
  });

  testRows(['<!doctype html>', '{"requests":', '', '"text"', 'null'])(
    'is the base error where a 200 is no JSON of the service',
    async (body) => {
      const { client } = await localServer((response) =>
        response
          .writeHead(200, { 'x-request-id': requestId, 'content-type': 'text/html' })
          .end(body),
      );
      const error = await rejection(client.usage.get());
      expect((error as Error).constructor).toBe(exported.PartnerRatingError);
      expect(error).toMatchObject({ statusCode: 200, requestId });
      const returned = body === '' ? 'an empty body' : 'HTML';
      expect((error as Error).message).toContain(`/api/v1 returned ${returned}, not a`);
    },
  );
});

describe('a ConnectionError', () => {
  test('says that nobody answers', async () => {
    const origin = `http://127.0.0.1:${await closedPort()}`;
    const client = new exported.PartnerRatingClient({
      apiKey: 'prk_test',
      baseUrl: `${origin}/api/v1`,
      maxRetries: 0,
    });
    const error = await rejection(client.usage.get());
    expect(error).toBeInstanceOf(exported.ConnectionError);
    expect(error).toMatchObject({
      message: `usage.get: no server is listening at ${origin}/api/v1 (ECONNREFUSED). Check baseUrl, or run "npx @partner-rating/service start".`,
      statusCode: undefined,
      response: undefined,
      cause: expect.any(Error),
    });
  });

  test('says that the answer is incomplete', async () => {
    const { client } = await localServer((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"requests"');
      response.socket?.destroySoon();
    });
    const error = await rejection(client.usage.get());
    expect(error).toBeInstanceOf(exported.ConnectionError);
    expect(error).toMatchObject({ statusCode: 200, response: { status: 200 } });
    expect((error as Error).message).toContain('usage.get: no complete answer of http://');
  });

  test('has the status where the error body is incomplete', async () => {
    const { client } = await localServer((response) => {
      response.writeHead(503, { 'content-length': '100' }).write('{"code"');
      response.socket?.destroySoon();
    });
    expect(await rejection(client.usage.get())).toMatchObject({ statusCode: 503 });
  });

  test('takes whatever a fetch of your own throws', async () => {
    const fetch = () => Promise.reject('no network');
    const baseUrl = 'http://localhost:3001/api/v1';
    const client = new exported.PartnerRatingClient({
      apiKey: 'prk_test',
      baseUrl,
      fetch,
      maxRetries: 0,
    });
    const error = await rejection(client.usage.get());
    expect((error as Error).message).toContain('(no network)');
  });

  testRows([
    [new TypeError('fetch failed', { cause: new Error('other side closed') }), 'other side closed'],
    [new TypeError('Failed to fetch', { cause: new Response() }), 'TypeError: Failed to fetch'],
  ])('says why, in words', async (thrown, reason) => {
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
  test('says where a redirect leads, without its query', async () => {
    const { client } = await localServer((response) =>
      response.writeHead(302, { location: 'https://login.example/?token=secret' }).end(),
    );
    const { message } = (await rejection(client.usage.get())) as Error;
    expect(message).toContain(
      '/api/v1 returned a redirect to https://login.example/ (not followed), not a',
    );
    expect(message).not.toContain('secret');
  });

  test('has the line of the caller in its stack, whatever went wrong', async () => {
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

  test('is written without its response, which can still be read', async () => {
    const { client } = await jsonServer(503, { code: 'unavailable' });
    const error = (await rejection(client.usage.get())) as exported.PartnerRatingError;
    expect(Object.keys(error)).not.toContain('response');
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ statusCode: 503 });
    expect(await error.response?.json()).toEqual({ code: 'unavailable' });
  });

  test('has the response of an answer that stopped half-way in time', async () => {
    const { client } = await localServer((response) => response.writeHead(200).write('{"a"'));
    expect(await rejection(client.usage.get({ timeoutMs: 200 }))).toMatchObject({
      message: expect.stringMatching(/^usage.get: no complete answer of http.* in 200 ms\.$/),
      statusCode: 200,
      response: { status: 200 },
    });
  });
});
