import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type Handlers, ProblemError } from '../index.ts';
import { listen, quiet } from '../testing/adapters.ts';
import { authenticate, handlersWith, problemTypeBase, withKey } from '../testing/test-server.ts';
import { createListener, createNodeServer, type NodeOptions } from './index.ts';

function optionsWith(handlers: Partial<Handlers> = {}): NodeOptions {
  return {
    prefix: '/api/v1',
    handlers: handlersWith(handlers) as Handlers,
    authenticate,
    problemTypeBase,
    log: quiet,
  };
}

async function sendBytes(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return await text(socket);
}

/** Returns a logger, and the messages of its errors. */
function errorLog() {
  const lines: string[] = [];
  const error = (details: object | string) =>
    lines.push(String((details as { err: Error }).err.message));
  return { lines, log: { ...quiet, error } };
}

test('invalid HTTP, a header that is too long, and a second Host get problem details', async () => {
  const port = await listen(createNodeServer(optionsWith()));
  const refused = await sendBytes(port, 'nonsense\r\n\r\n');
  expect(refused).toMatch(/^HTTP\/1\.1 400 .*"code":"validation_failed"/s);
  const long = `GET / HTTP/1.1\r\nhost: a\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`;
  expect(await sendBytes(port, long)).toMatch(/^HTTP\/1\.1 431 .*larger than 16 KiB/s);
  const twice =
    'GET /api/v1/partner/usage HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n';
  expect(await sendBytes(port, twice)).toMatch(/^HTTP\/1\.1 400 .*several Host header fields/s);
});

test('the signal is aborted when the client disconnects', async () => {
  const called = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<boolean>();
  const handlers: Partial<Handlers> = {
    'usage.get': async (_request, { signal }) => {
      called.resolve();
      await once(signal, 'abort');
      aborted.resolve(signal.aborted);
      throw signal.reason;
    },
  };
  const port = await listen(createNodeServer(optionsWith(handlers)));
  const call = request({ port, path: '/api/v1/partner/usage', headers: withKey }).end();
  call.on('error', () => {});
  await called.promise;
  call.destroy();
  expect(await aborted.promise).toBe(true);
});

test('after a client stops within its body, the next client is served', async () => {
  const port = await listen(createNodeServer(optionsWith()));
  const headers = { ...withKey, 'content-type': 'application/json', 'content-length': '100' };
  const call = request({ port, method: 'POST', path: '/api/v1/partner/matches', headers });
  call.on('error', () => {});
  call.write('{');
  await once(call, 'socket');
  call.destroy();
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/partner/usage`);
  expect(response.status).toBe(401);
});

test('a body that other middleware has read is a logged failure', async () => {
  const { lines, log } = errorLog();
  const listener = createListener({ ...optionsWith(), log });
  const port = await listen(
    createServer(async (incoming, response) => {
      await text(incoming);
      listener(incoming, response);
    }),
  );
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/partner/matches`, {
    method: 'POST',
    headers: { ...withKey, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(response.status).toBe(500);
  expect(lines).toEqual([expect.stringContaining('before middleware that reads bodies')]);
});

test('a header field that cannot be sent is a failure that is logged with its name', async () => {
  const { lines, log } = errorLog();
  const handlers: Partial<Handlers> = {
    'usage.get': () => {
      throw new ProblemError('not_found', { headers: { location: '/secret-€' } });
    },
  };
  const port = await listen(createNodeServer({ ...optionsWith(handlers), log }));
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/partner/usage`, {
    headers: withKey,
  });
  expect(response.status).toBe(500);
  expect(lines).toEqual([expect.stringMatching(/^The header field location has .* U\+20AC/)]);
  expect(lines.join()).not.toContain('secret');
});
