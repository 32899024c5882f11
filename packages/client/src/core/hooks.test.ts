import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test, vi } from 'vitest';
import { PartnerRatingClient } from '../client.ts';
import { rejection } from '../test-support/local-server.ts';
import { ConnectionError, RateLimitError } from './errors/call-errors.ts';
import type { HookRequest, Hooks } from './hooks.ts';
import type { Fetch } from './transport-settings.ts';

const baseUrl = 'http://localhost:3001/api/v1';

/** Returns a client with hooks. Its first responses have these statuses, and later ones have 200. */
function hooked(hooks: Hooks, statuses: number[] = []) {
  const sent: Headers[] = [];
  const fetch: Fetch = async (_, { headers }) => {
    sent.push(new Headers(headers));
    const status = statuses.shift() ?? 200;
    return Response.json({ status }, { status, headers: { 'retry-after': '0' } });
  };
  const client = new PartnerRatingClient({ apiKey: 'prk_1', baseUrl, fetch, hooks });
  return { client, sent };
}

test('beforeRequest sees each request, and can change its headers', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const seen: HookRequest[] = [];
  const beforeRequest = async (request: HookRequest) => {
    seen.push(request);
    request.headers['x-attempt'] = `${seen.length} ${request.headers['x-attempt']}`;
  };
  const { client, sent } = hooked({ beforeRequest }, [503]);
  await client.leaderboard.rank({ memberId: '10482', sport: 'padel' });
  expect(sent.map((headers) => headers.get('x-attempt'))).toEqual(['1 undefined', '2 undefined']);
  expect(seen[0]).toMatchObject({
    operation: 'leaderboard.rank',
    method: 'POST',
    url: `${baseUrl}/leaderboard/rank`,
    body: '{"memberId":"10482","sport":"padel"}',
  });
});

test('afterResponse sees each response, and the call still reads its body', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const seen: [string, number][] = [];
  const afterResponse = (response: Response, { operation }: HookRequest) => {
    seen.push([operation, response.status]);
  };
  const { client } = hooked({ afterResponse }, [429]);
  expect(await client.usage.get()).toEqual({ status: 200 });
  expect(seen).toEqual([
    ['usage.get', 429],
    ['usage.get', 200],
  ]);
});

test('an attempt fails and sends nothing if beforeRequest throws', async () => {
  const cause = new Error('No span is open.');
  const { client, sent } = hooked({ beforeRequest: () => Promise.reject(cause) });
  const error = await rejection(client.usage.get({ maxRetries: 0 }));
  expect(error).toMatchObject({ name: 'ConnectionError', cause });
  expect(sent).toEqual([]);
});

test('a hook that hangs times out with its attempt, and nothing is sent later', async () => {
  const late = Promise.withResolvers<void>();
  const { client, sent } = hooked({ beforeRequest: () => late.promise });
  const error = await rejection(client.usage.get({ timeoutMs: 20, maxRetries: 0 }));
  expect(error).toMatchObject({ name: 'TimeoutError' });
  late.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).toEqual([]);
});

describe('an error of afterResponse', () => {
  const unsent = new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
  const reasons = [
    ['its own fetch is refused', unsent],
    ['its own socket is refused', new Error('connect ECONNREFUSED 127.0.0.1:4318')],
    ['another client is rate limited', new RateLimitError('Too many.', { statusCode: 429 })],
    ['another client is refused', new ConnectionError('a: (ECONNREFUSED)')],
  ] as const;
  const writes: [string, (client: PartnerRatingClient) => Promise<unknown>][] = [
    [
      'oauth.exchangeToken',
      ({ oauth }) => oauth.exchangeToken({ code: 'prc_1', redirect_uri: 'https://a.example' }),
    ],
    ['matches.replace', ({ matches }) => matches.replace('mat_1', {} as never)],
    ['POST /draws', (client) => client.request('POST', '/draws')],
  ];
  const cases = reasons.flatMap(([because, cause]) =>
    writes.map(([operation, call]) => ({ because, cause, operation, call })),
  );

  testRows(cases)(
    'does not repeat a write that was answered',
    async ({ cause, operation, call }) => {
      vi.spyOn(Math, 'random').mockReturnValue(0);
      const { client, sent } = hooked({ afterResponse: () => Promise.reject(cause) });
      expect(await rejection(call(client))).toMatchObject({
        name: 'ConnectionError',
        message: `${operation}: afterResponse failed.`,
        cause,
        response: { status: 200 },
      });
      expect(sent).toHaveLength(1);
    },
  );

  test('fails the attempt, and a read is retried', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const afterResponse = vi.fn().mockRejectedValueOnce(unsent);
    const { client, sent } = hooked({ afterResponse });
    expect(await client.usage.get()).toEqual({ status: 200 });
    expect(sent).toHaveLength(2);
  });
});
