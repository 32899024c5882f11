import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import {
  type Handler,
  type Interceptor,
  type ProblemDetails,
  ProblemError,
  problem,
  type Schemas,
} from './index.ts';
import { type AdapterOptions, adapters } from './testing/adapters.ts';
import { anyBody, withKey } from './testing/test-server.ts';

const member: Schemas.Member = {
  id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
  memberId: 10482,
  firstName: 'Mike',
  lastName: 'Brennan',
  fullName: 'Mike Brennan',
  displayName: 'Mike B.',
  status: { isVairified: true, isWheelchair: false, isConnected: true, isGhost: false },
};
const getMember: Handler<'members.get'> = () => ({ status: 200, body: member });
const memberPath = '/api/v1/partner/member?memberId=10482';
const batch = {
  sport: 'pickleball',
  winScore: 11,
  winBy: 2,
  matches: [{ identifier: 'm-1', teams: [['10482'], ['10517']], games: [{ scores: [11, 8] }] }],
};
const json = { ...withKey, 'content-type': 'application/json' };

const large = JSON.stringify({ a: 'x'.repeat(1024 * 1024) });

function post(body: string, headers: Record<string, string> = json): RequestInit {
  return { method: 'POST', headers, body };
}

describe.each(Object.entries(adapters))('served to %s', (_name, serve) => {
  /** Returns the response to a page of a member, with this handler. */
  async function get(handler: Handler<'members.get'>, options: AdapterOptions = {}) {
    const send = await serve({ handlers: { 'members.get': handler }, ...options });
    return await send(memberPath, { headers: withKey });
  }

  test('a response has its documented header fields and body', async () => {
    const response = await get(getMember);
    expect([response.status, await response.json()]).toEqual([200, member]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^req_/),
    });
  });

  test('a handler may answer asynchronously, with header names in any case', async () => {
    const { headers } = await get(async () => ({
      status: 200,
      body: member,
      headers: { ETag: '"1"', 'Content-Type': 'application/json' },
    }));
    expect([headers.get('etag'), headers.get('content-type')]).toEqual(['"1"', 'application/json']);
  });

  test('HEAD returns the response of GET without the body', async () => {
    const send = await serve({ handlers: { 'members.get': getMember } });
    const response = await send(memberPath, { method: 'HEAD', headers: withKey });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('content-length')).toBe(String(JSON.stringify(member).length));
  });

  test('a handler receives the parsed body and its bytes', async () => {
    const seen: unknown[] = [];
    const handler: Handler<'matches.submit'> = ({ body, contentType }, { bytes, principal }) => {
      seen.push(body, contentType, Buffer.from(bytes ?? []).toString(), principal.kind);
      return { status: 200, body: anyBody({}) };
    };
    const send = await serve({ handlers: { 'matches.submit': handler }, validateResponses: false });
    const text = JSON.stringify(batch);
    expect((await send('/api/v1/partner/matches', post(text))).status).toBe(200);
    expect(seen).toEqual([batch, 'application/json', text, 'key']);
  });

  test('a path parameter is decoded', async () => {
    const handler: Handler<'webhooks.redeliver'> = ({ path }) => ({
      status: 202,
      body: anyBody(path),
    });
    const send = await serve({
      handlers: { 'webhooks.redeliver': handler },
      validateResponses: false,
    });
    const path = '/api/v1/partner/webhook-deliveries/whd_01k4yh2ce1k9g5t7p3m0s8d6%79a/redeliver';
    const response = await send(path, { method: 'POST', headers: withKey });
    expect(await response.json()).toEqual({ deliveryId: 'whd_01k4yh2ce1k9g5t7p3m0s8d6ya' });
  });

  testRows<[number, string, string, string, RequestInit]>([
    [
      400,
      'validation_failed',
      'an invalid parameter',
      '/partner/member?memberId=',
      { headers: withKey },
    ],
    [
      400,
      'validation_failed',
      'a broken path',
      '/partner/webhook-deliveries/%ZZ/redeliver',
      { method: 'POST' },
    ],
    [400, 'malformed_json', 'no JSON', '/partner/matches', post('{')],
    [401, 'unauthenticated', 'no credential', '/partner/member?memberId=1', {}],
    [
      403,
      'insufficient_scope',
      'no scope',
      '/partner/member?memberId=1',
      { headers: { 'x-api-key': 'prk_none' } },
    ],
    [404, 'unknown_address', 'no such path', '/partner/nothing', {}],
    [405, 'method_not_allowed', 'no such method', '/partner/member', { method: 'PATCH' }],
    [
      405,
      'method_not_allowed',
      'a method that only another path with a parameter has',
      '/partner/matches/predict',
      { headers: withKey },
    ],
    [
      414,
      'validation_failed',
      'a path parameter longer than any identifier',
      `/partner/matches/${'x'.repeat(101)}`,
      { headers: withKey },
    ],
    [413, 'body_too_large', 'a large body', '/partner/webhook-test', post(large)],
    [400, 'validation_failed', 'a higher limit', '/partner/tournament-import', post(large)],
    [
      415,
      'unsupported_media_type',
      'another media type',
      '/partner/matches',
      post('a', { ...withKey, 'content-type': 'text/csv' }),
    ],
    [503, 'unavailable', 'an error of a handler', '/partner/usage', { headers: withKey }],
  ])(
    'each refusal has its status, its code, and the header fields of a problem',
    async (status, code, _what, path, init) => {
      const send = await serve({ validateResponses: false });
      const response = await send(`/api/v1${path}`, init);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const problem = (await response.json()) as ProblemDetails;
      expect([response.status, problem.code]).toEqual([status, code]);
      expect(problem.instance).toBe(response.headers.get('x-request-id'));
    },
  );

  test('a body without a length is refused as soon as it is too large', async () => {
    const send = await serve({ validateResponses: false });
    let sent = 0;
    const stream = new ReadableStream({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(1_000_000));
        if (sent === 200) controller.close();
      },
    });
    const init = { method: 'POST', headers: json, body: stream, duplex: 'half' } as RequestInit;
    const status = await send('/api/v1/partner/matches', init).then(
      (response) => response.status,
      // The connection may end before the client has read the response.
      () => 413,
    );
    expect(status).toBe(413);
    expect(sent).toBeLessThan(200);
  });

  test('requests of unknown senders are counted, and may be limited', async () => {
    let counted = 0;
    const send = await serve({
      validateResponses: false,
      onUnidentified: async () => {
        counted += 1;
        if (counted > 4)
          throw new ProblemError('rate_limited', { headers: { 'retry-after': '9' } });
      },
    });
    const token = '/api/v1/partner/oauth/token';
    const requests: [string, RequestInit][] = [
      [memberPath, {}],
      [memberPath, { headers: { authorization: 'Basic x' } }],
      [memberPath, { headers: { ...withKey, authorization: 'Bearer a' } }],
      [
        token,
        {
          method: 'POST',
          body: 'a=b',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        },
      ],
      [memberPath, {}],
      [memberPath, { headers: withKey }],
      [memberPath, { headers: { 'x-api-key': 'prk_unknown' } }],
    ];
    const statuses: number[] = [];
    for (const [path, init] of requests) statuses.push((await send(path, init)).status);
    expect([statuses, counted]).toEqual([[401, 401, 400, 400, 429, 503, 401], 5]);
  });

  test('a 405 and OPTIONS list the methods of the path, and a 401 the accepted credentials', async () => {
    const send = await serve({});
    const options = await send('/api/v1/partner/matches', { method: 'OPTIONS' });
    const allow = 'GET, HEAD, OPTIONS, POST';
    expect([options.status, options.headers.get('allow')]).toEqual([204, allow]);
    const refused = await send('/api/v1/partner/matches', { method: 'PUT' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, allow]);
    const sibling = await send('/api/v1/partner/matches/predict', { headers: withKey });
    expect(sibling.headers.get('allow')).toBe('OPTIONS, POST');
    const unauthenticated = await send(memberPath);
    expect(unauthenticated.headers.get('www-authenticate')).toContain('header="X-API-Key"');
  });

  test('an undeclared field is removed, or reported if responses are validated', async () => {
    const row = { ...member, passwordHash: '$argon2id$' };
    const handler: Handler<'members.get'> = () => ({ status: 200, body: row });
    const plain = await get(handler, { validateResponses: false });
    expect(await plain.json()).toEqual(member);
    const response = await get(handler);
    const { errors } = (await response.json()) as ProblemDetails;
    expect([response.status, errors?.[0]?.pointer]).toEqual([500, '/body/passwordHash']);
  });

  testRows<[string, () => never]>([
    [
      'at once',
      () => {
        throw new Error('secret');
      },
    ],
    ['later', (() => Promise.reject(new Error('secret'))) as never],
  ])('a failure of a handler is a 500 without its message', async (_when, fail) => {
    const response = await get(fail);
    const text = await response.text();
    expect([response.status, text.includes('secret')]).toEqual([500, false]);
  });

  const headers = { location: 'https://club.example/cb?state=€' };
  testRows<[when: string, handler: Handler<'members.get'>]>([
    ['answered at once', () => ({ status: 200, body: member, headers })],
    ['answered later', async () => ({ status: 200, body: member, headers })],
    ['of an error', () => problem('not_found', { headers })],
    ['of an error thrown later', () => Promise.reject(new ProblemError('not_found', { headers }))],
  ])(
    'a header field that cannot be sent causes a 500, and the next request is served',
    async (_, handler) => {
      const handlers = { 'members.get': handler };
      const send = await serve({ handlers, validateResponses: false });
      const response = await send(memberPath, { headers: withKey });
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(response.headers.has('location')).toBe(false);
      const { detail } = new ProblemError('internal');
      const body = { status: 500, code: 'internal', detail };
      expect([response.status, await response.json()]).toMatchObject([500, body]);
      expect((await send('/api/v1/partner/nothing')).status).toBe(404);
    },
  );

  test('a header field with Latin-1 or a tab is sent', async () => {
    const headers = { 'x-city': 'São Paulo', 'x-note': 'a\tb', link: ['</a>', '</b>'] };
    const response = await get(() => ({ status: 200, body: member, headers }));
    expect([response.status, response.headers.has('x-city')]).toEqual([200, true]);
    expect([response.headers.get('x-note'), response.headers.get('link')]).toEqual([
      'a\tb',
      '</a>, </b>',
    ]);
  });

  test('an impossible status causes a 500', async () => {
    const handler: Handler<'members.get'> = () => problem('unavailable' as never, { status: 0 });
    expect((await get(handler, { validateResponses: false })).status).toBe(500);
  });

  test('an interceptor receives the reply even if it cannot be sent', async () => {
    const seen: unknown[] = [];
    const intercept: Interceptor = async ({ operation }, next) => {
      seen.push(operation.id);
      const reply = await next();
      seen.push(reply.status);
      return reply;
    };
    const unsendable = { status: 200, body: member, headers: { etag: '€' } } as const;
    expect((await get(() => unsendable, { intercept })).status).toBe(500);
    const missing = () => {
      throw new ProblemError('not_found');
    };
    expect((await get(missing, { intercept })).status).toBe(404);
    expect(seen).toEqual(['members.get', 200, 'members.get']);
  });
});
