import { createServer, type Server } from 'node:http';
import type { Principal } from '../request/principal.ts';
import { requestTimeoutMilliseconds, respondToClientError } from './client-error.ts';
import { continueOnDemand } from './early-answer.ts';
import { createListener, type NodeOptions } from './listener.ts';

/**
 * Creates a server of `node:http` that serves only the operations of the document. A request that
 * cannot be parsed also gets problem details, and a slow request gets 408.
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
