import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Gauge } from 'prom-client';
import type { ConnectionStats } from '../database/pool.ts';
import { ListenError } from '../net.ts';
import type { Metrics } from './metrics.ts';

const SETTINGS = { host: 'METRICS_HOST', port: 'METRICS_PORT' };

interface MetricsServer {
  port: number;
  close: () => Promise<void>;
}

/**
 * Serves `GET /metrics` at a separate address. The metrics are only for the operator, and the public
 * address cannot leak them.
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

/** Measures the connections of this instance to PostgreSQL. */
export function measureConnections(
  { registry }: Pick<Metrics, 'registry'>,
  stats: () => ConnectionStats,
): void {
  const gauges = {
    inUse: 'Connections to PostgreSQL that this instance has in use.',
    idle: 'Connections to PostgreSQL that this instance keeps open and has not in use.',
    waiting: 'Statements and transactions of this instance that wait for a connection.',
    max: 'How many connections to PostgreSQL this instance opens at most.',
  } satisfies Record<keyof ConnectionStats, string>;
  for (const [key, help] of Object.entries(gauges)) {
    const gauge = new Gauge({
      name: `partner_rating_database_connections_${key === 'inUse' ? 'in_use' : key}`,
      help,
      registers: [registry],
      collect: () => {
        gauge.set(stats()[key as keyof ConnectionStats]);
      },
    });
  }
}
