import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { testServer, withKey } from '../testing/test-server.ts';

describe('404 unknown_address', () => {
  testRows([
    '/api/v1/partner/nothing',
    '/api/v1/',
    '/api/v1',
    '/',
    '/other?x=/api/v1/partner/member',
  ])('is sent for every address outside the document', async (url) => {
    const app = await testServer();
    const response = await app.inject({ url });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(response.json()).toMatchObject({
      type: 'http://localhost:3001/docs/errors/unknown_address',
      code: 'unknown_address',
      status: 404,
      detail: expect.stringContaining('begin with /api/v1 and do not end in a slash'),
      instance: response.headers['x-request-id'],
    });
  });

  test('is sent without reading the body', async () => {
    const app = await testServer();
    for (const url of ['/api/v1/nothing', '/nothing']) {
      const response = await app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        payload: '{',
      });
      expect([url, response.statusCode]).toEqual([url, 404]);
    }
  });

  test('is sent for upper case or a final slash', async () => {
    const app = await testServer();
    for (const url of ['/api/v1/partner/usage/', '/api/v1/partner/Usage']) {
      expect((await app.inject({ url, headers: withKey })).statusCode).toBe(404);
    }
  });
});

describe('405 method_not_allowed', () => {
  testRows([
    ['POST', '/partner/member', 'GET, HEAD, OPTIONS'],
    [
      'PATCH',
      '/partner/webhook-endpoints/whe_01k53d9q4n8b2v6c1x7z5m0k3h',
      'DELETE, GET, HEAD, OPTIONS, PUT',
    ],
    ['GET', '/partner/tournament-import', 'OPTIONS, POST'],
    ['HEAD', '/partner/tournament-import', 'OPTIONS, POST'],
    ['GET', '/partner/webhook-deliveries/whd_1/redeliver', 'OPTIONS, POST'],
    ['TRACE', '/partner/usage', 'GET, HEAD, OPTIONS'],
  ] as const)('lists in Allow the methods of the path', async (method, path, allow) => {
    const app = await testServer();
    const response = await app.inject({ method: method as 'GET', url: `/api/v1${path}?a=b` });
    expect([response.statusCode, response.headers.allow]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(response.json().code).toBe('method_not_allowed');
  });

  test('is sent without checking the credential or the body', async () => {
    const app = await testServer();
    const response = await app.inject({
      method: 'DELETE',
      url: '/api/v1/partner/matches',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    });
    expect(response.statusCode).toBe(405);
  });

  test('is also sent on the other routes of the application', async () => {
    const app = await testServer();
    app.get('/healthz', () => 'ok');
    app.get('/docs/*', () => 'ok');
    const health = await app.inject({ method: 'PUT', url: '/healthz' });
    expect([health.statusCode, health.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await app.inject({ method: 'PUT', url: '/docs/a/b' })).statusCode).toBe(405);
    expect((await app.inject({ method: 'PUT', url: '/docsx' })).statusCode).toBe(404);
  });
});

test('an unknown path is a 404, also next to a wildcard route for preflight requests', async () => {
  const app = await testServer();
  app.options('*', async (_request, reply) => reply.code(204).send());
  expect((await app.inject({ url: '/api/v1/nothing' })).statusCode).toBe(404);
  expect((await app.inject({ method: 'OPTIONS', url: '/api/v1/nothing' })).statusCode).toBe(204);
});

test('HEAD needs the same credential as GET', async () => {
  const app = await testServer();
  const response = await app.inject({ method: 'HEAD', url: '/api/v1/partner/usage' });
  expect(response.statusCode).toBe(401);
});

test('a scope with its own not-found handler keeps it', async () => {
  const app = await testServer();
  await app.register(
    async (scope) => {
      scope.setNotFoundHandler((_request, reply) => reply.code(404).type('text/html').send('<p>'));
    },
    { prefix: '/account' },
  );
  expect((await app.inject({ url: '/account/nothing' })).body).toBe('<p>');
});
