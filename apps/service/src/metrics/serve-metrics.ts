import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FailureLog, logFailure } from '../database/log-failure.ts';
import { ListenError } from '../http/listen-error.ts';
import { EXPOSITION_TYPE, type Metric, renderMetrics } from './exposition.ts';

const SETTINGS = { host: 'METRICS_HOST', port: 'METRICS_PORT' };

/** Gives some metrics as they stand when they are asked for. */
export type Collector = () => Metric[] | Promise<Metric[]>;

export interface MetricsServer {
  port: number;
  close: () => Promise<void>;
}

/**
 * Serves `GET /metrics` on an address of its own: what it tells is for the operator, and the public
 * address has nothing that could leak it. What cannot be collected is left out and logged, so that
 * the rest is seen in just those moments when something is wrong.
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  collectors: readonly Collector[],
  log: FailureLog,
): Promise<MetricsServer> {
  async function collect(collector: Collector): Promise<Metric[]> {
    try {
      return await collector();
    } catch (error) {
      logFailure(log, { err: error }, 'Some metrics could not be collected.');
      return [];
    }
  }

  async function answer(response: ServerResponse): Promise<void> {
    const collected = await Promise.all(collectors.map(collect));
    const headers = { 'content-type': EXPOSITION_TYPE, 'cache-control': 'no-store' };
    response.writeHead(200, headers).end(renderMetrics(collected.flat()));
  }

  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') response.writeHead(404).end();
    else if (request.method !== 'GET') response.writeHead(405, { allow: 'GET' }).end();
    else void answer(response);
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
