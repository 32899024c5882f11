import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ListenError } from '../net/listen-error.ts';
import type { Metrics } from './metrics.ts';

const SETTINGS = { host: 'METRICS_HOST', port: 'METRICS_PORT' };

export interface MetricsServer {
  port: number;
  close: () => Promise<void>;
}

/**
 * Serves `GET /metrics` on an address of its own: what it shows is for the operator, and the public
 * address has nothing that could leak it.
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  { registry, read }: Pick<Metrics, 'registry' | 'read'>,
): Promise<MetricsServer> {
  async function answer(response: ServerResponse): Promise<void> {
    const text = await read();
    const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' };
    response.writeHead(200, headers).end(text);
  }

  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') response.writeHead(404).end();
    else if (request.method !== 'GET') response.writeHead(405, { allow: 'GET' }).end();
    else answer(response).catch(() => response.writeHead(500).end());
  });
  await listen(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new ListenError(host, port, cause, SETTINGS);
  }
}
