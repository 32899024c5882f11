import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as pollOnce } from 'node:timers/promises';
import { fastify } from 'fastify';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { drainBeforeClose, health, listen } from './listen.ts';

// The whole of 127.0.0.0/8 is loopback on Linux, with and without IPv6.
const SECOND = '127.0.0.2';

async function listenOnTwo(port = 0) {
  const app = fastify({ return503OnClosing: false });
  onTestFinished(() => app.close());
  const answer = Promise.withResolvers<string>();
  app.get('/', () => answer.promise);
  drainBeforeClose(app, { shutdownDelay: 0 });
  await listen(app, { host: 'localhost', port }, async () => ['127.0.0.1', SECOND, SECOND]);
  return { app, port: portOf(app.server), answer: () => answer.resolve('an answer') };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function readAll(socket: Socket): () => string {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  return () => text;
}

/** Stops the clock by which the service measures how long it waits, because a busy machine may take longer. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

const REQUEST = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

it('localhost listens on all its addresses', async () => {
  const { port, answer } = await listenOnTwo();
  answer();
  for (const address of ['127.0.0.1', SECOND]) {
    expect(await (await fetch(`http://${address}:${port}/`)).text()).toBe('an answer');
  }
});

it('a request at the second address of localhost is answered before the service has stopped', async () => {
  const { app, port, answer } = await listenOnTwo();
  const socket = connect(port, SECOND);
  const received = readAll(socket);
  socket.write(REQUEST);
  await once(app.server, 'request');
  let hasStopped = false;
  const stopped = app.close().then(() => {
    hasStopped = true;
  });
  await expect.poll(() => app.server.listening).toBe(false);
  await expect(fetch(`http://${SECOND}:${port}/`)).rejects.toThrow();
  expect(hasStopped).toBe(false);
  answer();
  await once(socket, 'end');
  expect(received()).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(received()).toContain('connection: close');
  await stopped;
});

it('a first request at the second address of localhost is answered while the service stops', async () => {
  const { app, port, answer } = await listenOnTwo();
  answer();
  const socket = connect(port, SECOND);
  const received = readAll(socket);
  await once(app.server, 'connection');
  stopTime();
  const stopped = app.close();
  await pollOnce();
  await pollOnce();
  socket.write(REQUEST);
  await once(socket, 'end');
  expect(received()).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  await stopped;
});

it('the service starts even if another program has the second address of localhost', async () => {
  const other = createServer().listen(0, SECOND);
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port, answer } = await listenOnTwo(portOf(other));
  answer();
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
});

const HEALTH_CHECK = 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n';

async function startService(shutdownDelay: number) {
  const app = await buildApp({
    database: await createTestDatabase('pglite'),
    clock: () => new Date(),
    configuration: readConfiguration({ SHUTDOWN_DELAY: String(shutdownDelay) }),
    publicUrl: 'http://localhost:3001',
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return { app, origin, port: Number(new URL(origin).port) };
}

it('a service that stops after a delay reports that first, and continues to answer', async () => {
  const { app, origin } = await startService(5);
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  const closed = app.close();
  await pollOnce();
  const ready = await fetch(`${origin}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'stopping' }]);
  expect(ready.headers.get('retry-after')).toBe('5');
  const healthy = await fetch(`${origin}/healthz`);
  expect([healthy.status, healthy.headers.get('connection')]).toEqual([200, 'close']);
  await closed;
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
});

it('a request on an open connection is answered while the service stops, and the connection closes', async () => {
  const { app, port } = await startService(0);
  const socket = connect(port, '127.0.0.1');
  await once(app.server, 'connection');
  const answers = readAll(socket);
  // Half a request: the connection is in use.
  socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n');
  stopTime();
  const closed = app.close();
  await pollOnce();
  await pollOnce();
  socket.write('\r\n');
  await once(socket, 'end');
  expect(answers()).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(answers().toLowerCase()).toContain('connection: close');
  await closed;
});

it.each(['/api/v1/partner/oauth/token', '/account/log-in'])(
  'a request to %s that runs when the service stops is answered, and its connection closes',
  async (path) => {
    const { app, port } = await startService(0);
    const socket = connect(port, '127.0.0.1');
    const answers = readAll(socket);
    const head = `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-www-form-urlencoded\r\n`;
    // Half a body: the request has begun, and cannot be answered yet.
    socket.write(`${head}content-length: 2\r\n\r\na`);
    await once(app.server, 'request');
    const closed = app.close();
    await pollOnce();
    await pollOnce();
    socket.write('=');
    await once(socket, 'end');
    expect(answers()).toMatch(/^HTTP\/1.1 4\d\d /);
    expect(answers().toLowerCase()).toContain('connection: close');
    await closed;
  },
);

it('a connection whose first request runs while the service stops is answered', async () => {
  const { app, port } = await startService(0);
  const socket = connect(port, '127.0.0.1');
  await once(app.server, 'connection');
  stopTime();
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  socket.write(HEALTH_CHECK);
  const [answer] = await once(socket, 'data');
  expect(answer.toString()).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  await closed;
});

it('all connections that the system accepted before the service stops are answered', async () => {
  const { app, port } = await startService(0);
  const waiting = Array.from({ length: 50 }, async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(HEALTH_CHECK);
    const [answer] = await once(socket, 'data');
    return answer.toString();
  });
  const [, ...answers] = await Promise.all([app.close(), ...waiting]);
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  }
});

it('/readyz reports within a second that the database is read-only, and that it is writable again', async () => {
  stopTime();
  const database = await createTestDatabase('postgres');
  const setReadOnly = async (value: 'on' | 'off') =>
    // The session that answers is this one, because no other is open.
    await sql`select set_config('default_transaction_read_only', ${value}, false)`.execute(
      database,
    );
  const app = fastify();
  let isDraining = false;
  await app.register(health({ database }, () => isDraining));
  const ask = async (path = '/readyz') => {
    const { statusCode, headers, body } = await app.inject(path);
    return [statusCode, headers['retry-after'], JSON.parse(body).status];
  };
  const ready = [200, undefined, 'ready'];

  expect(await ask()).toEqual(ready);
  await setReadOnly('on');
  // One statement a second for any number of requests.
  expect(await ask()).toEqual(ready);
  vi.advanceTimersByTime(1_000);
  expect(await ask()).toEqual([503, '5', 'read_only']);
  await setReadOnly('off');
  vi.advanceTimersByTime(1_000);
  expect(await ask()).toEqual(ready);
  isDraining = true;
  expect(await ask()).toEqual([503, '5', 'stopping']);
  expect(await ask('/healthz')).toEqual([200, undefined, 'ok']);
});
