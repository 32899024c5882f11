import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How to close a server once the requests under way are answered; to be called before it listens.
 * Node closes idle connections with a server, but counts one that has sent nothing yet as busy, and
 * browsers open such connections ahead: closing would wait a minute for them.
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
      // A mock that is being stopped keeps no connection waiting.
      for (const response of answering) response.shouldKeepAlive = false;
    });
}
