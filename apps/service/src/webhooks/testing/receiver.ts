import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { onTestFinished, vi } from 'vitest';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  /** `host:port`, as the setting for private targets wants it. */
  target: string;
  requests: Received[];
  connections: () => number;
  /** Resolves once this many requests have come in. */
  received: (count: number) => Promise<void>;
}

/** Answers a request, or does whatever a receiver should not do. `position` counts from 0. */
export type Behaviour = (response: ServerResponse, position: number) => void;

export const answering =
  (...statusCodes: number[]): Behaviour =>
  (response, position) => {
    response.writeHead(statusCodes[position] ?? statusCodes.at(-1) ?? 204).end();
  };

/** Holds every answer back until `release`. */
export function holding(): { behaviour: Behaviour; release: () => void } {
  const released = Promise.withResolvers<void>();
  return {
    release: released.resolve,
    behaviour: (response) => {
      released.promise.then(() => response.end());
    },
  };
}

/** A real HTTP server on loopback. It goes when the test has finished. */
export async function openReceiver(
  behaviour: Behaviour = answering(204),
  host = '127.0.0.1',
): Promise<Receiver> {
  const requests: Received[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '');
    const { method = '', url: path = '', headers } = request;
    const position = requests.push({ method, path, headers, body }) - 1;
    behaviour(response, position);
    server.emit('received');
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  const target = `${host}:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${target}/hooks?from=courtside`,
    target,
    requests,
    connections: () => connections,
    received: async (count) => {
      while (requests.length < count) await once(server, 'received');
    },
  };
}

/** Gives the event of a request, verified by the receivers' own library at the time it was signed. */
export function verify(request: Received | undefined, secret: string): unknown {
  if (request === undefined) throw new Error('There is no such request.');
  const timestamp = Number(request.headers['webhook-timestamp']);
  vi.useFakeTimers({ toFake: ['Date'], now: timestamp * 1_000 });
  try {
    return new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}
