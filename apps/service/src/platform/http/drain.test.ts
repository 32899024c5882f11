import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as pollOnce } from 'node:timers/promises';
import { fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { drainBeforeClose } from './drain.ts';
import { health } from './health.ts';

async function listen(shutdownDelay: number) {
  const app = fastify({ return503OnClosing: false });
  const database = await createTestDatabase('pglite');
  await app.register(health({ database }, drainBeforeClose(app, { shutdownDelay })));
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
