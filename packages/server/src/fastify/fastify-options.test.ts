import { once } from 'node:events';
import { connect } from 'node:net';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { testServer } from '../testing/test-server.ts';

type Server = Awaited<ReturnType<typeof testServer>>;

/** Sends bytes and returns the response as received, once the server closes. */
async function send(app: Server, bytes: string) {
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(address.port), address.hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = received.split('\r\n\r\n');
  return {
    head,
    status: Number(head.split(' ')[1]),
    problem: body === '' ? null : JSON.parse(body),
  };
}

const scopes = { scopes: [{ name: 'user:profile:read', description: 'Name and location.' }] };
const close = 'Host: localhost\r\nConnection: close\r\n\r\n';

describe('an error before any plugin runs is a problem', () => {
  testRows<[string, string, number]>([
    ['a path that is not percent-encoded', `GET /api/v1/partner/%ZZ HTTP/1.1\r\n${close}`, 400],
    ['bytes that are not HTTP', 'nonsense\r\n\r\n', 400],
    ['two lengths', `POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${close}`, 400],
    ['two hosts', `GET /api/v1/partner/usage HTTP/1.1\r\nHost: elsewhere\r\n${close}`, 400],
    ['two hosts of another page', `GET /healthz HTTP/1.1\r\nhost: localhost\r\n${close}`, 400],
    ['a header field with a line break', `GET / HTTP/1.1\r\nX: a\rb\r\n${close}`, 400],
    ['a header of more than 16 KiB', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n${close}`, 431],
    [
      'a path parameter longer than any identifier',
      `POST /api/v1/partner/webhook-deliveries/${'x'.repeat(200)}/redeliver HTTP/1.1\r\n${close}`,
      414,
    ],
  ])('with the status of HTTP', async (_what, bytes, status) => {
    const response = await send(await testServer(), bytes);
    expect([response.status, response.problem?.status]).toEqual([status, status]);
    expect(response.problem).toMatchObject({ code: 'validation_failed' });
    expect(response.head.toLowerCase()).toContain('content-type: application/problem+json');
    expect(response.head.toLowerCase()).toContain(`x-request-id: ${response.problem.instance}`);
    expect(response.head.toLowerCase()).toContain('cache-control: private, no-store');
    expect(response.head.toLowerCase()).toContain('x-content-type-options: nosniff');
  });

  test('for a method that Fastify does not know', async () => {
    const response = await send(
      await testServer(),
      `PROPFIND /api/v1/partner/usage HTTP/1.1\r\n${close}`,
    );
    expect([response.status, response.problem?.code]).toEqual([405, 'method_not_allowed']);
    expect(response.head.toLowerCase()).toContain('allow: get, head, options');
  });

  test('for a body with another length than Content-Length', async () => {
    const response = await send(
      await testServer(),
      `POST /api/v1/partner/matches HTTP/1.1\r\nX-API-Key: prk_all\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n${close.trimEnd()}\r\n\r\nzz\r\n`,
    );
    expect([response.status, response.problem?.code]).toEqual([400, 'validation_failed']);
  });

  test('for repeated header parameters', async () => {
    const response = await send(
      await testServer(),
      `POST /api/v1/partner/webhook-endpoints/whe_01k53d9q4n8b2v6c1x7z5m0k3h/rotate-secret HTTP/1.1\r\nX-API-Key: prk_all\r\nIdempotency-Key: a\r\nidempotency-key: b\r\nContent-Length: 0\r\n${close}`,
    );
    expect(response.status).toBe(400);
    expect(response.problem.errors).toMatchObject([
      { pointer: '/headers/idempotency-key', code: 'type' },
    ]);
  });
});

test('a request that arrives while the application closes is still handled', async () => {
  const { promise: bothCame, resolve: release } = Promise.withResolvers<void>();
  const { promise: firstCame, resolve: isCalled } = Promise.withResolvers<void>();
  let calls = 0;
  const app = await testServer({
    'oauth.listScopes': async () => {
      calls += 1;
      isCalled();
      if (calls === 2) release();
      await bothCame;
      return { status: 200, body: scopes } as never;
    },
  });
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(address.port), address.hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  const request = 'GET /api/v1/partner/oauth/scopes HTTP/1.1\r\nHost: localhost\r\n\r\n';
  socket.write(request);
  await firstCame;
  const closed = app.close();
  socket.write(request);
  await Promise.all([closed, once(socket, 'close')]);
  expect(received.match(/HTTP\/1.1 200/g)).toHaveLength(2);
});
