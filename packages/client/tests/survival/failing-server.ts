import { subscribe } from 'node:diagnostics_channel';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Handles the first request; later requests are answered. */
export type FirstAnswer = (response: ServerResponse) => void;

/** A server on this machine. */
export interface FailingServer {
  port: number;
  close: () => void;
}

const json = { 'content-type': 'application/json' };

/** The failures of a first response. */
export const firstAnswers = {
  'the first answer hangs': () => undefined,
  'the first answer hangs in its body': (response) => response.writeHead(200, json).write('{"a'),
  '429 with Retry-After': refusal(429),
  '503 with Retry-After': refusal(503),
  'half of the first answer is missing': (response) => {
    response.writeHead(200, { ...json, 'content-length': '100' }).write('{"a"');
    setTimeout(() => response.destroy(), 20);
  },
  'the connection breaks': (response) => response.destroy(),
} satisfies Record<string, FirstAnswer>;

function refusal(status: number): FirstAnswer {
  return (response) => {
    const headers = { 'content-type': 'application/problem+json', 'retry-after': '1' };
    response.writeHead(status, headers).end('{"code":"rate_limited"}');
  };
}

/** Starts a server that fails once, and then works. */
export async function failingOnce(fail: FirstAnswer): Promise<FailingServer> {
  let count = 0;
  const server = createServer(async (request, response) => {
    await bodyOf(request);
    count += 1;
    if (count === 1) fail(response);
    else response.writeHead(200, json).end('{"id":"it"}');
  });
  const port = await listen(server, 0);
  return { port, close: () => close(server) };
}

/** The functions to call after a connection to a port was refused, by port. */
const afterRefusal = new Map<number, () => void>();

// One listener for all servers, because each applies to every socket, and Node warns about more than ten.
subscribe('net.client.socket', (message) => {
  (message as { socket: Socket }).socket.once('error', ({ port }: { port?: number }) => {
    if (port !== undefined) afterRefusal.get(port)?.();
  });
});

/** Refuses the first connection, because nothing listens on the port yet, and then works. */
export async function refusingConnections(): Promise<FailingServer> {
  const server = createServer(async (request, response) => {
    await bodyOf(request);
    response.writeHead(200, json).end('{"id":"it"}');
  });
  // A port that was free a moment ago.
  const probe = createServer();
  const port = await listen(probe, 0);
  await new Promise((resolve) => probe.close(resolve));
  afterRefusal.set(port, () => {
    afterRefusal.delete(port);
    server.listen(port, '127.0.0.1');
  });
  return {
    port,
    close: () => {
      afterRefusal.delete(port);
      close(server);
    },
  };
}

/**
 * Starts a token endpoint that runs the first exchange of a code without a response. A code
 * works once, and its reuse ends the connection.
 */
export async function consumingCodes(): Promise<FailingServer> {
  let count = 0;
  const server = createServer(async (request, response) => {
    await bodyOf(request);
    count += 1;
    if (count > 1) response.writeHead(400, json).end('{"error":"invalid_grant"}');
  });
  const port = await listen(server, 0);
  return { port, close: () => close(server) };
}

async function bodyOf(request: IncomingMessage): Promise<void> {
  for await (const _ of request);
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function close(server: Server): void {
  server.close();
  server.closeAllConnections();
}
