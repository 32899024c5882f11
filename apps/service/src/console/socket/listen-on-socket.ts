import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import fastify from 'fastify';
import type { Logger } from 'pino';
import { waitAtMost } from '../../platform/concurrency/periodic-task.ts';
import { version } from '../../platform/configuration/configuration.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { operatorCaller } from '../api/caller.ts';
import { serveAdmin } from '../serve-admin.ts';
import { prepareSocketPath } from './socket-path.ts';

export interface SocketListener {
  /** Stops accepting requests, and waits for those that have begun. */
  stop: () => Promise<void>;
}

// A longer request is cut off.
const STOP_MILLISECONDS = 10_000;

/**
 * Serves the operations of operators on a socket in the data directory, because an embedded database serves only one
 * process. Only the owner of the directory can open the socket, so every caller is an administrator.
 */
export async function listenOnSocket(
  dependencies: Dependencies,
  log?: Logger,
): Promise<SocketListener> {
  const { address, remove } = await prepareSocketPath(dependencies.configuration.dataDirectory);
  const app = fastify();
  app.get('/version', async () => ({ version }));
  const findCaller = async () => operatorCaller(null, 'admin');
  await serveAdmin(app, dependencies, { findCaller, ...(log && { log }) });
  await app.ready();
  const server = createServer((request, response) => app.routing(request, response));
  try {
    await listenPrivately(server, address);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      await waitAtMost(STOP_MILLISECONDS, closed);
      server.closeAllConnections();
      await app.close();
      await remove();
    },
  };
}

// `listen` creates the socket, which no other user may open even for a moment.
async function listenPrivately(server: Server, address: string): Promise<void> {
  const before = process.umask(0o177);
  try {
    server.listen(address);
  } finally {
    process.umask(before);
  }
  await once(server, 'listening');
}
