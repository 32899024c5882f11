import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A webhook as it arrived. */
export interface Delivery {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Receiver extends AsyncDisposable {
  url: string;
  /** Returns the delivery to a path that has this type of event, after it has arrived. */
  received: (path: string, type: string) => Promise<Delivery>;
}

/** Opens an HTTP server that takes webhooks. */
export async function openReceiver(): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    deliveries.push({ path: request.url ?? '', headers, body: await text(request) });
    response.writeHead(204).end();
    server.emit('delivery');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: async (path, type) => {
      for (;;) {
        const found = deliveries.find(
          (one) => one.path === path && JSON.parse(one.body).type === type,
        );
        if (found !== undefined) return found;
        await once(server, 'delivery');
      }
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
