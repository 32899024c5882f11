import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Returns a function that closes a server after its open requests. Call it before the server listens.
 * Node closes idle connections with a server, but it treats a connection without a request as busy, and
 * browsers open such connections in advance: the close would wait a minute for them.
 */
export function gracefulClose(server: Server): () => Promise<void> {
  const silent = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  const answering = new Set<ServerResponse>();
  server.on('request', ({ socket }, response: ServerResponse) => {
    silent.delete(socket);
    answering.add(response);
    response.once('close', () => answering.delete(response));
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of silent) socket.destroy();
      // While the mock stops, it keeps no connection open.
      for (const response of answering) response.shouldKeepAlive = false;
    });
}
