import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as pollOnce } from 'node:timers/promises';
import { fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { drainBeforeClose, listen } from './listen.ts';

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

const REQUEST = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

it('localhost listens on each of its addresses', async () => {
  const { port, answer } = await listenOnTwo();
  answer();
  for (const address of ['127.0.0.1', SECOND]) {
    expect(await (await fetch(`http://${address}:${port}/`)).text()).toBe('an answer');
  }
});

it('a request at the second address of localhost is answered before it has stopped', async () => {
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

it('a first request at the second address of localhost is answered while it stops', async () => {
  const { app, port, answer } = await listenOnTwo();
  answer();
  const socket = connect(port, SECOND);
  const received = readAll(socket);
  await once(app.server, 'connection');
  const stopped = app.close();
  await pollOnce();
  await pollOnce();
  socket.write(REQUEST);
  await once(socket, 'end');
  expect(received()).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  await stopped;
});

it('a second address of localhost that another program has does not keep it from starting', async () => {
  const other = createServer().listen(0, SECOND);
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port, answer } = await listenOnTwo(portOf(other));
  answer();
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
});
