import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as pollOnce } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { buildApp } from '../../app.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { readConfiguration } from '../configuration/configuration.ts';

async function listen(shutdownDelay: number) {
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

it('a service that stops after a delay says so first, and goes on answering', async () => {
  const { app, origin } = await listen(1);
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

it('a request on an open connection is answered while it stops, and the connection closed', async () => {
  const { app, port } = await listen(0);
  const socket = connect(port, '127.0.0.1');
  await once(app.server, 'connection');
  let answers = '';
  socket.on('data', (chunk) => {
    answers += chunk.toString();
  });
  // Half a request: the connection is in use.
  socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n');
  const closed = app.close();
  await pollOnce();
  await pollOnce();
  socket.write('\r\n');
  await once(socket, 'end');
  expect(answers).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(answers.toLowerCase()).toContain('connection: close');
  await closed;
});

it.each(['/api/v1/partner/oauth/token', '/account/log-in'])(
  'a request to %s that is under way when it stops is answered, and its connection closed',
  async (path) => {
    const { app, port } = await listen(0);
    const socket = connect(port, '127.0.0.1');
    let answers = '';
    socket.on('data', (chunk) => {
      answers += chunk.toString();
    });
    const head = `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-www-form-urlencoded\r\n`;
    // Half a body: the request has begun, and cannot be answered yet.
    socket.write(`${head}content-length: 2\r\n\r\na`);
    await once(app.server, 'request');
    const closed = app.close();
    await pollOnce();
    await pollOnce();
    socket.write('=');
    await once(socket, 'end');
    expect(answers).toMatch(/^HTTP\/1.1 4\d\d /);
    expect(answers.toLowerCase()).toContain('connection: close');
    await closed;
  },
);

it('a connection whose first request is under way while it stops is answered', async () => {
  const { app, port } = await listen(0);
  const socket = connect(port, '127.0.0.1');
  await once(app.server, 'connection');
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(answer.toString()).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  await closed;
});

it('connections that the system accepted before it stops are answered, however many', async () => {
  const { app, port } = await listen(0);
  const waiting = Array.from({ length: 50 }, async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n');
    const [answer] = await once(socket, 'data');
    return answer.toString();
  });
  const [, ...answers] = await Promise.all([app.close(), ...waiting]);
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  }
});
