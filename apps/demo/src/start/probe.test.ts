import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { freePort } from '@partner-rating/processes';
import { testRows } from '@partner-rating/table-tests';
import { expect, inject, it, onTestFinished } from 'vitest';
import { probe } from './service-process.ts';

// Longer than a response can take on a busy machine.
const LONG_MILLISECONDS = 120_000;

async function addressOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, 'localhost');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  return `http://localhost:${(server.address() as AddressInfo).port}/api/v1`;
}

it('the probe finds the service', async () => {
  expect(await probe(inject('serviceAddress'), LONG_MILLISECONDS)).toBe('service');
});

it('the probe finds nothing if nothing listens', async () => {
  const address = `http://localhost:${await freePort('localhost')}/api/v1`;
  expect(await probe(address, LONG_MILLISECONDS)).toBe('nothing');
});

testRows<[string, RequestListener]>([
  ['that sends a page', (_, response) => response.end('<h1>Hello</h1>')],
  ['that sends 404', (_, response) => response.writeHead(404).end('{}')],
  ['that closes the connection', (_, response) => response.destroy()],
])('the probe recognizes another server by any other response', async (_, listener) => {
  expect(await probe(await addressOf(listener))).toBe('other');
});

it('the probe recognizes another server that hangs', async () => {
  expect(await probe(await addressOf(() => {}), 50)).toBe('other');
});

it('the probe recognizes another server that does not use HTTP', async () => {
  const server = createSocketServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
  onTestFinished(() => {
    server.close();
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await probe(`http://localhost:${port}/api/v1`)).toBe('other');
});
