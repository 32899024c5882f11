import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, Gauge } from 'prom-client';
import type { ConnectionStats } from '../database/pool.ts';
import type { Replicas } from '../database/replicas/replicas.ts';
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

/** Measures the replicas as this instance sees them. */
export function measureReplicas(
  { registry }: Pick<Metrics, 'registry'>,
  { statuses, counts }: Pick<Replicas, 'statuses' | 'counts'>,
): void {
  const registers = [registry];
  const reads = new Counter({
    name: 'partner_rating_reads_total',
    help: 'Statements and transactions of this instance that only read, by the server that answered.',
    labelNames: ['target'],
    registers,
    collect: () => {
      reads.reset();
      for (const [target, amount] of Object.entries(counts())) reads.inc({ target }, amount);
    },
  });
  const usable = new Gauge({
    name: 'partner_rating_replica_usable',
    help: 'Whether this instance reads from the replica: 1 or 0.',
    labelNames: ['replica'],
    registers,
    collect: () => {
      for (const { name, isUsable } of statuses()) usable.set({ replica: name }, Number(isUsable));
    },
  });
  const lag = new Gauge({
    name: 'partner_rating_replica_lag_seconds',
    help: 'For how long the replica has not replayed what this instance waits for.',
    labelNames: ['replica'],
    registers,
    collect: () => {
      for (const { name, lagSeconds } of statuses()) lag.set({ replica: name }, lagSeconds);
    },
  });
}
