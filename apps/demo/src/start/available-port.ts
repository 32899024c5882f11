import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartFailure } from './start-failure.ts';

/**
 * The port, once it is known to be free; 0 gives any free one. Checked before a service is started,
 * because a failed start should not have to wait for it, and because the service needs the port.
 */
export async function availablePort(port: number): Promise<number> {
  const server = createServer().listen(port, 'localhost');
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new StartFailure(explain(port, error as NodeJS.ErrnoException));
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was given.');
  return address.port;
}

function explain(port: number, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use, perhaps by another demo. Stop that, or choose another port with --port.`;
  }
  if (code === 'EACCES') {
    return `Port ${port} needs privileges. Choose one above 1023 with --port.`;
  }
  return `Port ${port} cannot be used: ${message}`;
}
