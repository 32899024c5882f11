import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { AnyReply, OperationCall } from '../index.ts';
import { anyBody, testServer, withKey } from '../testing/test-server.ts';

const scopes = { scopes: [{ name: 'user:profile:read', description: 'Name and location.' }] };
const listScopes = '/api/v1/partner/oauth/scopes';

describe('the reply of a handler', () => {
  test('a page is sent as text/html with no-store', async () => {
    const app = await testServer({
      'oauth.showAuthorization': () => ({ status: 200, body: '<!doctype html><p>é</p>' }),
    });
    const response = await app.inject({ url: '/api/v1/partner/oauth/authorize?client_id=a' });
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(response.body).toContain('é');
  });

  test('a redirect has its Location and no body', async () => {
    const location = 'https://courtside.example/callback?error=access_denied';
    const app = await testServer({
      'oauth.showAuthorization': () => ({ status: 303, headers: { location } }),
    });
    const response = await app.inject({ url: '/api/v1/partner/oauth/authorize?client_id=a' });
    expect([response.statusCode, response.headers.location, response.body]).toEqual([
      303,
      location,
      '',
    ]);
  });

  test('204 has no body', async () => {
    const app = await testServer({ 'webhooks.deleteEndpoint': () => ({ status: 204 }) });
    const url = '/api/v1/partner/webhook-endpoints/whe_01k53d9q4n8b2v6c1x7z5m0k3h';
    const response = await app.inject({ method: 'DELETE', url, headers: withKey });
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(response.headers).not.toHaveProperty('content-type');
  });

  test('is a 500 if it cannot be serialized as JSON', async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    for (const handler of [
      () => ({ status: 200, body: circular }) as never,
      async () => ({ status: 200, body: circular }) as never,
    ]) {
      const app = await testServer({ 'oauth.listScopes': handler });
      expect((await app.inject({ url: listScopes })).statusCode).toBe(500);
    }
  });
});

describe('the request of an operation with pages', () => {
  test('contains the query as it was sent, with unknown and repeated names', async () => {
    const seen: unknown[] = [];
    const app = await testServer({
      'oauth.showAuthorization': ({ query }) => {
        seen.push({ ...query });
        return { status: 200, body: '<p>' };
      },
    });
    const query = 'state=a%20b%2Bc&state=x&client_id=%ZZ&whatever=1';
    await app.inject({ url: `/api/v1/partner/oauth/authorize?${query}` });
    expect(seen).toEqual([{ state: ['a b+c', 'x'], client_id: '%ZZ', whatever: '1' }]);
  });
});

describe('the context', () => {
  test("contains the caller, the request id, and Fastify's request", async () => {
    const app = await testServer(
      {
        'usage.get': (_request, { principal, requestId, raw, log }) => {
          log.info('seen');
          const body = { kind: principal.kind, requestId, agent: raw.headers['user-agent'] };
          return { status: 200, body: anyBody(body) };
        },
      },
      { validateResponses: false },
    );
    const response = await app.inject({ url: '/api/v1/partner/usage', headers: withKey });
    expect(response.json()).toEqual({
      kind: 'key',
      requestId: response.headers['x-request-id'],
      agent: 'lightMyRequest',
    });
  });

  test('has a signal that is aborted when the client disconnects', async () => {
    const { promise: aborted, resolve } = Promise.withResolvers<boolean>();
    const { promise: called, resolve: isCalled } = Promise.withResolvers<void>();
    const app = await testServer({
      'oauth.listScopes': async (_request, { signal }) => {
        isCalled();
        await new Promise((done) => signal.addEventListener('abort', done));
        resolve(signal.aborted);
        return { status: 200, body: scopes } as never;
      },
    });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const client = httpRequest(`${address}${listScopes}`).on('error', () => {});
    client.end();
    await called;
    client.destroy();
    expect(await aborted).toBe(true);
  });

  test('has a signal that is not aborted after the response', async () => {
    const signals: AbortSignal[] = [];
    const app = await testServer({
      'oauth.listScopes': (_request, { signal }) => {
        signals.push(signal);
        return { status: 200, body: scopes } as never;
      },
    });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    await (await fetch(`${address}${listScopes}`)).text();
    await app.close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });
});

describe('an interceptor', () => {
  const batch = {
    sport: 'pickleball',
    winScore: 11,
    winBy: 2,
    matches: [{ identifier: 'm-1', teams: [['1'], ['2']], games: [{ scores: [11, 8] }] }],
  };

  async function submit(
    intercept: (call: OperationCall, next: () => Promise<AnyReply>) => Promise<AnyReply>,
    payload: object = batch,
  ) {
    let handled = 0;
    const app = await testServer(
      {
        'matches.submit': () => {
          handled += 1;
          return { status: 200, body: anyBody({ handled }) };
        },
      },
      { validateResponses: false, intercept },
    );
    const headers = { ...withKey, 'idempotency-key': '"a"' };
    const url = '/api/v1/partner/matches';
    const response = await app.inject({ method: 'POST', url, headers, payload });
    return { response, handled };
  }

  test('receives the call and returns the reply of the handler', async () => {
    const calls: OperationCall[] = [];
    const { response } = await submit(async (call, next) => {
      calls.push(call);
      return await next();
    });
    expect(response.json()).toEqual({ handled: 1 });
    const [call] = calls;
    expect(call?.operation).toMatchObject({ id: 'matches.submit', idempotent: true });
    expect(call?.request.headers).toEqual({ 'idempotency-key': '"a"' });
    expect(call?.request.body).toEqual(batch);
    expect(call?.context.principal?.kind).toBe('key');
    expect(call?.context.bytes).toEqual(Buffer.from(JSON.stringify(batch)));
  });

  test('may return its own reply', async () => {
    const headers = { 'idempotency-replayed': 'true' };
    const { response, handled } = await submit(async () => ({
      status: 200,
      body: anyBody({ old: 1 }),
      headers,
    }));
    expect([response.json(), handled]).toEqual([{ old: 1 }, 0]);
    expect(response.headers['idempotency-replayed']).toBe('true');
  });

  test('is not called with an invalid request', async () => {
    const { response } = await submit(() => Promise.reject(new Error('called')), { matches: [] });
    expect(response.statusCode).toBe(400);
  });
});
