import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received webhook. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Starts a receiver on a free port, which answers each webhook with this status and text. */
export async function startReceiver(status: number, text = '', headers = {}) {
  const received: Received[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    received.push({ headers: incoming.headers, body: Buffer.concat(chunks).toString() });
    outgoing.writeHead(status, headers).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return { url, received, close: () => void server.close() };
}
