import document from '@partner-rating/spec/openapi.json' with { type: 'json' };
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import {
  AuthenticationError,
  type ClientOptions,
  ConflictError,
  ConnectionError,
  type MatchId,
  type Member,
  NotFoundError,
  OAuthError,
  PartnerRatingClient,
  PermissionError,
  RateLimitError,
  type SportCode,
  TimeoutError,
  ValidationError,
  VERSION,
} from '../index.ts';
import { call, calledOperations } from '../test-support/called-operations.ts';
import { signWebhook, verifyWebhook } from '../webhooks/index.ts';
import { type ExampleName, type ExampleRequest, ExampleService, example } from './index.ts';

const baseUrl = 'http://localhost:3001/api/v1';

function setUp(options: ClientOptions = { apiKey: 'prk_test' }) {
  const service = new ExampleService();
  const client = new PartnerRatingClient({ baseUrl, fetch: service.fetch, ...options });
  return { service, client };
}

describe('by default', () => {
  testRows(calledOperations)('every operation returns its first example', async (operation) => {
    const first: Record<string, { value: unknown }> = document.components.examples;
    expect(await call(setUp().client, operation)).toEqual(first[operation.id]?.value);
  });

  test('responses have the header fields of the document', async () => {
    const { client } = setUp();
    const { response } = await client.matches
      .submit(example('matches.submit-request'))
      .withResponse();
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'private, no-store',
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'req_01k4yh2c7w3r8s5d1f6j9m2q0v',
      ratelimit: '"ingest";r=599;t=60',
      'ratelimit-policy': '"ingest";q=600;w=60',
    });
    const tested = await client.matches.testWebhook().withResponse();
    expect(tested.response.headers.get('ratelimit')).toBe('"webhook-test";r=9;t=60');
  });

  testRows([
    ['members.search', 'players'],
    ['members.listRatingHistory', 'history'],
    ['matches.list', 'matches'],
    ['members.listMatches', 'matches'],
    ['leaderboard.list', 'players'],
    ['webhooks.listDeliveries', 'deliveries'],
  ] as const)('every list ends with its last page', async (id, name) => {
    const { service, client } = setUp();
    const lists = {
      'members.search': () => client.members.search().toArray(),
      'members.listRatingHistory': () => client.members.listRatingHistory().toArray(),
      'matches.list': () => client.matches.list().toArray(),
      'members.listMatches': () => client.members.listMatches().toArray(),
      'leaderboard.list': () => client.leaderboard.list({ sport: 'padel' }).toArray(),
      'webhooks.listDeliveries': () => client.webhooks.listDeliveries().toArray(),
    };
    const pages: object[] = [example(id), example(`${id}-last-page`)];
    expect(await lists[id]()).toEqual(pages.flatMap((page) => Reflect.get(page, name)));
    expect(service.requestsOf(id)).toHaveLength(2);
  });

  test('a list with a chosen example ends too', async () => {
    const { service, client } = setUp();
    service.answer('members.listRatingHistory', 'members.listRatingHistory-one-bracket');
    await expect(client.members.listRatingHistory().toArray()).resolves.not.toHaveLength(0);
  });
});

describe('an answer', () => {
  testRows([
    ['members.get', 'error-validation_failed-query', ValidationError],
    ['members.get', 'error-unauthenticated', AuthenticationError],
    ['members.get', 'error-not_connected', PermissionError],
    ['members.get', 'error-not_found', NotFoundError],
    ['members.get', 'error-rate_limited', RateLimitError],
  ] as const)('may be the example of an error', async (operation, name, kind) => {
    const { service, client } = setUp();
    service.answer(operation, name);
    const error = await client.members
      .get(undefined, {}, { maxRetries: 0 })
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({
      statusCode: example(name).status,
      code: example(name).code,
      detail: example(name).detail,
      requestId: example(name).instance,
    });
  });

  test('may be an error of the OAuth flow', async () => {
    const { service, client } = setUp();
    service.answer('oauth.refresh', 'oauth-error-invalid_grant-refresh');
    const refreshed = client.oauth.refresh({ refresh_token: 'prr_1' });
    await expect(refreshed).rejects.toBeInstanceOf(OAuthError);
    await expect(refreshed).rejects.toMatchObject({ errorCode: 'invalid_grant', statusCode: 400 });
  });

  test('of several is returned in turn, and then the last one repeats', async () => {
    const { service, client } = setUp({ apiKey: 'prk_test', maxRetries: 0 });
    service.answer('matches.submit', 'error-match_conflict', 'matches.submit-duplicate');
    const batch = example('matches.submit-request');
    await expect(client.matches.submit(batch)).rejects.toBeInstanceOf(ConflictError);
    for (const _ of [1, 2]) {
      await expect(client.matches.submit(batch)).resolves.toMatchObject({ duplicates: 2 });
    }
  });

  test('asks for no wait before a retry', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { service, client } = setUp();
    service.answer('usage.get', 'error-rate_limited', 'error-unavailable', 'usage.get');
    await expect(client.usage.get()).resolves.toEqual(example('usage.get'));
    expect(service.requestsOf('usage.get')).toHaveLength(3);
  });

  test('may have other header fields', async () => {
    const { service, client } = setUp();
    service.answer('usage.get', {
      example: 'error-rate_limited',
      headers: { 'Retry-After': '90' },
    });
    await expect(client.usage.get()).rejects.toMatchObject({ statusCode: 429, retryAfter: 90 });
  });

  test('may have a custom body', async () => {
    const { service, client } = setUp();
    service.answer('members.get', { body: { ...example('members.get'), firstName: 'Ana' } });
    expect((await client.members.get()).firstName).toBe('Ana');
  });

  test('may have any status, with an example or a custom body', async () => {
    const { service, client } = setUp({ apiKey: 'prk_test', maxRetries: 0 });
    service.answer('usage.get', { status: 500 }, { status: 502, body: '<h1>Bad gateway</h1>' });
    await expect(client.usage.get()).rejects.toMatchObject({ statusCode: 500, code: 'internal' });
    const error = await client.usage.get().catch((thrown) => thrown);
    expect(error).toMatchObject({ statusCode: 502, code: 'unexpected_answer' });
    expect(error.response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await error.response.text()).toBe('<h1>Bad gateway</h1>');
    service.answer('webhooks.createEndpoint', { status: 201 });
    await expect(client.webhooks.createEndpoint({ url: 'https://a.example' })).resolves.toEqual(
      example('webhooks.createEndpoint'),
    );
    service.answer('usage.get', { status: 418 });
    await expect(client.usage.get()).rejects.toMatchObject({ statusCode: 418 });
  });

  test('may be a function of the request', async () => {
    const { service, client } = setUp();
    service.answer('members.get', async ({ query }) =>
      query.memberId === '10482' ? 'members.get' : 'error-not_found',
    );
    await expect(client.members.get('10482')).resolves.toHaveProperty('firstName');
    await expect(client.members.get('1')).rejects.toBeInstanceOf(NotFoundError);
  });

  test('may be a failure of the network', async () => {
    const { service, client } = setUp({ apiKey: 'prk_test', maxRetries: 0 });
    const cause = new TypeError('fetch failed');
    service.answer('usage.get', cause, () => new RangeError('and otherwise'));
    const error = await client.usage.get().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.cause).toBe(cause);
    await expect(client.usage.get()).rejects.toThrow('and otherwise');
  });

  test('may be a promise that never settles', async () => {
    const { service, client } = setUp();
    service.answer('usage.get', () => new Promise(() => {}));
    await expect(client.usage.get({ timeoutMs: 1 })).rejects.toBeInstanceOf(TimeoutError);
    const controller = new AbortController();
    const answer = service.fetch(`${baseUrl}/partner/usage`, {
      headers: { 'X-API-Key': 'prk_test' },
      signal: controller.signal,
    });
    controller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });

  test('is forgotten after a reset, like the requests', async () => {
    const { service, client } = setUp();
    service.answer('members.get', 'error-not_found').reset();
    await client.members.get();
    expect(service.requests).toHaveLength(1);
    service.reset();
    expect(service.requests).toHaveLength(0);
  });

  test('is refused if the document does not have it, with a list of examples', () => {
    const { service } = setUp();
    expect(() => service.answer('usage.get', 'members.get' as never)).toThrow(
      /^usage\.get has no example "members\.get"\. Its examples: usage\.get, usage\.get-without-limit, error-/,
    );
    expect(() => service.answer('usage.got' as never, 'usage.get' as never)).toThrow(
      /^There is no operation "usage\.got"\. The operations: oauth\.showAuthorization, /,
    );
  });
});

describe('a request', () => {
  test('is recorded with its lists, numbers, and booleans', async () => {
    const { service, client } = setUp();
    await client.members.search(
      { sport: ['padel', 'tennis'], isVairified: true, minRating: 4.5, limit: 20, name: '10482' },
      { headers: { traceparent: '00-1' } },
    );
    expect(service.requests).toEqual([
      {
        operation: 'members.search',
        path: undefined,
        query: {
          sport: ['padel', 'tennis'],
          isVairified: true,
          minRating: 4.5,
          limit: 20,
          name: '10482',
        },
        body: undefined,
        headers: {
          accept: 'application/json, application/problem+json',
          traceparent: '00-1',
          'user-agent': `partner-rating-client/${VERSION}`,
          'x-api-key': 'prk_test',
        },
      },
    ]);
  });

  test('is recorded with its parsed path and body', async () => {
    const { service, client } = setUp();
    await client.matches.void('mat_a/b', { reason: 'Wrong.' }, { idempotencyKey: 'k1' });
    const [sent] = service.requestsOf('matches.void');
    expect(sent).toMatchObject({
      path: { matchId: 'mat_a/b' },
      query: undefined,
      body: { reason: 'Wrong.' },
      headers: { 'idempotency-key': 'k1' },
    });
    expect(service.requestsOf('matches.submit')).toEqual([]);
  });

  test('is recorded in order among concurrent requests', async () => {
    const { service, client } = setUp();
    await Promise.all([
      client.matches.submit(example('matches.submit-request')),
      client.usage.get(),
    ]);
    expect(service.requests).toMatchObject([
      { operation: 'matches.submit', body: example('matches.submit-request') },
      { operation: 'usage.get', body: undefined },
    ]);
  });

  test('is parsed from a form too', async () => {
    const { service } = setUp();
    await service.fetch(new URL('https://ratings.example/api/v1/partner/oauth/token'), {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'prr_1' }),
    });
    expect(service.requests).toMatchObject([
      { body: { grant_type: 'refresh_token', refresh_token: 'prr_1' } },
    ]);
  });

  test('is refused without the right type of credential', async () => {
    const { service, client } = setUp({ accessToken: 'pra_test' });
    await expect(client.members.get()).resolves.toEqual(example('members.get'));
    await expect(client.members.search()).rejects.toBeInstanceOf(AuthenticationError);
    const response = await service.fetch(`${baseUrl}/partner/oauth/authorize`, {
      method: 'POST',
      body: '{}',
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('realm="partner-rating"');
    expect(await response.json()).toEqual(example('oauth-error-invalid_client'));
  });

  test('for an unknown path returns 404 with advice', async () => {
    const { service, client } = setUp({ apiKey: 'prk_test', baseUrl: 'http://localhost:3001' });
    await expect(client.members.get()).rejects.toMatchObject({
      name: 'NotFoundError',
      code: 'not_found',
      message: expect.stringContaining('no operation GET /partner/member. Check that baseUrl'),
    });
    expect(service.requests).toEqual([]);
  });

  test('is not recorded if it was already aborted', async () => {
    const { service } = setUp();
    const signal = AbortSignal.abort(new Error('too late'));
    const answer = service.fetch(`${baseUrl}/partner/oauth/scopes`, { signal });
    await expect(answer).rejects.toThrow('too late');
    expect(service.requests).toEqual([]);
  });
});

describe('an example', () => {
  test('is a new copy each time', () => {
    example('members.get').firstName = 'Ana';
    expect(example('members.get').firstName).toBe('Mike');
  });

  test('of an event can be signed for a receiver', async () => {
    const secret = `whsec_${btoa('a secret for these tests alone')}`;
    const signed = await signWebhook(example('events.ratingUpdated'), { secret });
    const { event } = await verifyWebhook(signed, { secret });
    expect(event).toEqual(example('events.ratingUpdated'));
  });

  test('throws if it does not exist', () => {
    expect(() => example('members.got' as never)).toThrow('There is no example "members.got".');
  });

  test('exists for every example of the document', () => {
    for (const [name, { value }] of Object.entries(document.components.examples)) {
      expect(example(name as ExampleName)).toEqual(value);
    }
  });
});

test('the types check operations, examples, bodies, and queries', () => {
  const { service } = setUp();
  const wrong = () => {
    // @ts-expect-error There is no such operation.
    service.answer('members.got', 'members.get');
    // @ts-expect-error It is an example of another operation.
    service.answer('usage.get', 'members.get');
    // @ts-expect-error A member has an id.
    service.answer('members.get', { body: { firstName: 'Ana' } });
    // @ts-expect-error A rating is a number.
    service.answer('usage.get', { body: { ...example('usage.get'), limit: 'many' } });
    // @ts-expect-error There is no such example.
    example('members.got');
  };
  expect(wrong).toBeTypeOf('function');
  expectTypeOf(example('members.get')).toEqualTypeOf<Member>();
  expectTypeOf(example('members.getBulk')).toEqualTypeOf<Member[]>();
  expectTypeOf<ExampleRequest<'members.get'>['query']['sport']>().toEqualTypeOf<
    SportCode[] | undefined
  >();
  for (const request of service.requests) {
    if (request.operation === 'matches.void') {
      expectTypeOf(request.path.matchId).toEqualTypeOf<MatchId>();
    }
  }
});
