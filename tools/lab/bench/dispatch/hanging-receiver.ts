import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Accepts connections and never answers on them, until they are closed. */
export async function openHanging() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    closeConnections,
    close: async () => {
      closeConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
