import { describe, expect, expectTypeOf, test } from 'vitest';
import { NotFoundError, PartnerRatingClient, type Usage } from './index.ts';
import { jsonServer, rejection } from './test-support/local-server.ts';

describe('a call of an unknown operation', () => {
  test('has a credential, query, path, and body like every call', async () => {
    const { client, requests } = await jsonServer(200, { done: true });
    const path = { matchId: 'mat_1/2' };
    const query = { sport: ['padel', 'tennis'], none: undefined };
    const answer = await client.request(
      'PATCH',
      '/partner/new/{matchId}',
      { path, query, body: { a: 1 } },
      { headers: { 'x-trace': '1' } },
    );
    expect(answer).toEqual({ done: true });
    expect(requests[0]).toMatchObject({
      method: 'PATCH',
      url: '/api/v1/partner/new/mat_1%2F2?sport=padel,tennis',
      body: '{"a":1}',
      headers: { 'x-api-key': 'prk_test', 'x-trace': '1', 'content-type': 'application/json' },
    });
  });

  test('sends a Date as a time, and a day unchanged', async () => {
    const { client, requests } = await jsonServer(200, {});
    const batch = { sport: 'padel', matches: [] };
    for (const matchDate of [new Date('2026-09-12T20:30:00-05:00'), '2026-09-12']) {
      await client.matches.submit({ ...batch, matchDate });
    }
    expect(requests.map(({ body }) => JSON.parse(body ?? '').matchDate)).toEqual([
      '2026-09-13T01:30:00.000Z',
      '2026-09-12',
    ]);
  });

  test('leaves out header fields that are undefined', async () => {
    const { client, requests } = await jsonServer(200, {});
    const headers = { 'x-trace': undefined, 'x-a': '1' };
    await client.withOptions({ headers: { 'x-b': undefined } }).usage.get({ headers });
    expect(requests[0]?.headers).toMatchObject({ 'x-a': '1' });
    expect(Object.keys(requests[0]?.headers ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching('x-trace|x-b')]),
    );
  });

  test('is refused before it is sent if its parts are invalid', async () => {
    const { client, requests } = await jsonServer(200, {});
    const half = 'a\ud800';
    const calls = [
      [client.members.search({ name: half }), 'name must not hold a lone surrogate.'],
      [client.members.getBulk({ ids: ['10482', half] }), 'ids must not hold a lone surrogate.'],
      [client.matches.get(half as 'mat_'), 'matchId must not hold a lone surrogate.'],
    ] as const;
    for (const [call, message] of calls) {
      const error = (await rejection(Promise.resolve(call))) as Error;
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toContain(message);
    }
    expect(requests).toEqual([]);
  });

  test('has the type that the caller names, and its response', async () => {
    const { client } = await jsonServer(200, { limit: 600 });
    const { data, response } = await client.request<Usage>('GET', '/partner/usage').withResponse();
    expectTypeOf(data).toEqualTypeOf<Usage>();
    expect([data, response.status]).toEqual([{ limit: 600 }, 200]);
  });

  test('rejects with errors that name its path without parameters', async () => {
    const { client } = await jsonServer(404, { code: 'not_found', detail: 'In words.' });
    const path = { matchId: 'mat_1' };
    const error = await rejection(client.request('GET', '/partner/new/{matchId}', { path }));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({
      message: 'GET /partner/new/{matchId}: 404 not_found: In words.',
    });
  });

  test('retries a write only with a key of the caller', async () => {
    const sent: Headers[] = [];
    const fetch = async (_: string, { headers }: RequestInit) => {
      sent.push(new Headers(headers));
      return Response.json({}, { status: 500 });
    };
    const baseUrl = 'http://localhost:3001/api/v1';
    const client = new PartnerRatingClient({ apiKey: 'prk_1', baseUrl, fetch, maxRetries: 1 });
    await rejection(client.request('POST', '/partner/new'));
    expect(sent.map((headers) => headers.get('idempotency-key'))).toEqual([null]);
    await rejection(client.request('POST', '/partner/new', {}, { idempotencyKey: 'k1' }));
    expect(sent.slice(1).map((headers) => headers.get('idempotency-key'))).toEqual(['k1', 'k1']);
  });

  test('cannot lead to another host', async () => {
    const { client, requests } = await jsonServer(200, {});
    const call = client.request('GET', '.elsewhere.example' as '/');
    expect(await rejection(call)).toMatchObject({ message: 'The path must begin with a slash.' });
    expect(requests).toEqual([]);
  });
});
