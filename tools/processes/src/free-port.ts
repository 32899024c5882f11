import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port of the host that nobody listens on at the moment: the one wanted, or any.
 * Rejects as a server does that cannot listen, such as with `EADDRINUSE`.
 */
export async function freePort(host = '127.0.0.1', wanted = 0): Promise<number> {
  const server = createServer().listen(wanted, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was given.');
  return address.port;
}
