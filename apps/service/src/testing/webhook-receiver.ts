import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  headers: Record<string, string>;
  body: string;
}

export interface WebhookReceiver {
  url: string;
  /** `host:port`, as the setting for private targets wants it. */
  target: string;
  /** The request at this position, as soon as it is there. */
  received: (position: number) => Promise<ReceivedRequest>;
  /** Every request so far. */
  requests: readonly ReceivedRequest[];
  close: () => Promise<void>;
}

/** A real HTTP receiver on loopback. `answer` decides the status of each request, 204 by default. */
export async function openWebhookReceiver(
  answer: (position: number) => number = () => 204,
): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const position =
      requests.push({ headers: request.headers as Record<string, string>, body }) - 1;
    response.writeHead(answer(position)).end();
    server.emit('received');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${target}/hooks`,
    target,
    requests,
    received: async (position) => {
      for (;;) {
        const request = requests[position];
        if (request !== undefined) return request;
        await once(server, 'received');
      }
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
