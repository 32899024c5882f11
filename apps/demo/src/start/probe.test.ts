import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { freePort } from '@partner-rating/processes';
import { expect, inject, it, onTestFinished } from 'vitest';
import { probe } from './probe.ts';

async function addressOf(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, 'localhost');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  return `http://localhost:${(server.address() as AddressInfo).port}/api/v1`;
}

it('finds the service', async () => {
  expect(await probe(inject('serviceAddress'))).toBe('the service');
});

it('finds nobody where nobody listens', async () => {
  expect(await probe(`http://localhost:${await freePort('localhost')}/api/v1`)).toBe('nobody');
});

it.each<[string, RequestListener]>([
  ['who answers with a page', (_, response) => response.end('<h1>Hello</h1>')],
  ['who has no such address', (_, response) => response.writeHead(404).end('{}')],
  ['who hangs up', (_, response) => response.destroy()],
])('finds somebody else %s', async (_, answer) => {
  expect(await probe(await addressOf(answer))).toBe('somebody else');
});

it('finds somebody else who does not speak HTTP', async () => {
  const server = createSocketServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
  onTestFinished(() => {
    server.close();
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await probe(`http://localhost:${port}/api/v1`)).toBe('somebody else');
});
