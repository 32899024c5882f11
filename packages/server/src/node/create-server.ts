import { createServer, type Server } from 'node:http';
import type { Principal } from '../request/principal.ts';
import { requestTimeoutMilliseconds, respondToClientError } from './client-error.ts';
import { continueOnDemand } from './early-answer.ts';
import { createListener, type NodeOptions } from './listener.ts';

/**
 * Creates a server of `node:http` that serves every operation of the document and nothing else. What
 * cannot be read as a request gets problem details too, and a request that is too slow 408.
 *
 * @example
 * ```ts
 * createNodeServer<Caller>({ prefix: '/api/v1', handlers, authenticate, problemTypeBase }).listen(3001);
 * ```
 */
export function createNodeServer<P extends Principal = Principal>(options: NodeOptions<P>): Server {
  const server = createServer(
    { requestTimeout: requestTimeoutMilliseconds },
    createListener(options),
  );
  continueOnDemand(server);
  server.on('clientError', (error, socket) => {
    respondToClientError(error, socket, options.problemTypeBase);
  });
  return server;
}
