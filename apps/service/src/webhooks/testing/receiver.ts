import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, vi } from 'vitest';
import {
  answering,
  type Behaviour,
  openWebhookReceiver,
  type ReceivedRequest,
  type WebhookReceiver,
} from '../../testing/webhook-receiver.ts';

export { answering, type Behaviour };

export interface Receiver extends Omit<WebhookReceiver, 'received' | 'close'> {
  /** Resolves after this many requests have arrived. */
  received: (count: number) => Promise<void>;
}

/** Delays every answer until `release`. */
export function holding(): { behaviour: Behaviour; release: () => void } {
  const released = Promise.withResolvers<void>();
  return {
    release: released.resolve,
    behaviour: (response) => {
      released.promise.then(() => response.end());
    },
  };
}

/** Opens a real HTTP server on loopback until the end of the test. */
export async function openReceiver(behaviour?: Behaviour, host?: string): Promise<Receiver> {
  const { received, close, ...receiver } = await openWebhookReceiver(behaviour, host);
  onTestFinished(close);
  return {
    ...receiver,
    url: `${receiver.url}?from=courtside`,
    received: async (count) => {
      if (count > 0) await received(count - 1);
    },
  };
}

/** Opens a plain TCP server on loopback, for behavior that no HTTP server has. Returns its `host:port`. */
export async function openTcpServer(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns the event of a request, verified by the receivers' library at the time of its signature. */
export function verify(request: ReceivedRequest | undefined, secret: string): unknown {
  if (request === undefined) throw new Error('The request is missing.');
  const timestamp = Number(request.headers['webhook-timestamp']);
  vi.useFakeTimers({ toFake: ['Date'], now: timestamp * 1_000 });
  try {
    return new Webhook(secret).verify(request.body, request.headers);
  } finally {
    vi.useRealTimers();
  }
}

/**
 * Runs something that must time out, with twice the timeout each time, until it has the expected result: so a busy machine
 * needs only more tries.
 */
export function withGrowingTimeout<Result>(run: (timeoutMilliseconds: number) => Promise<Result>) {
  let timeoutMilliseconds = 250;
  return expect.poll(async () => {
    timeoutMilliseconds *= 2;
    return await run(timeoutMilliseconds);
  });
}
