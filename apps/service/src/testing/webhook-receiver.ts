import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface WebhookReceiver {
  url: string;
  /** `host:port`, in the form of the setting for private targets. */
  target: string;
  /** Returns the request at this position, after it has arrived. */
  received: (position: number) => Promise<ReceivedRequest>;
  /** Every request so far. */
  requests: readonly ReceivedRequest[];
  /** Returns the number of connections so far. */
  connections: () => number;
  close: () => Promise<void>;
}

/** Answers a request, well or badly. `position` counts from 0. */
export type Behaviour = (response: ServerResponse, position: number) => void;

/** Answers with these statuses in turn, and then repeats the last one. */
export const answering =
  (...statusCodes: number[]): Behaviour =>
  (response, position) => {
    response.writeHead(statusCodes[position] ?? statusCodes.at(-1) ?? 204).end();
  };

/** Opens a real HTTP receiver on loopback. */
export async function openWebhookReceiver(
  behaviour: Behaviour = answering(204),
  host = '127.0.0.1',
): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '');
    const { method = '', url: path = '' } = request;
    const headers = request.headers as Record<string, string>;
    const position = requests.push({ method, path, headers, body }) - 1;
    behaviour(response, position);
    server.emit('received');
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, host);
  await once(server, 'listening');
  const target = `${host}:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${target}/hooks`,
    target,
    requests,
    connections: () => connections,
    received: async (position) => {
      for (;;) {
        const request = requests[position];
        if (request !== undefined) return request;
        await once(server, 'received');
      }
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
