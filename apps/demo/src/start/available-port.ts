import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartFailure } from './start-failure.ts';

/**
 * The port, once it is sure that nobody has it; 0 gives any free one. Asked before a service is
 * started, so that nobody waits for one for nothing, and because the service is given the port.
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
    return `Port ${port} is taken, perhaps by another demo. Stop that, or choose another with --port.`;
  }
  if (code === 'EACCES') {
    return `Port ${port} needs more rights. Choose one above 1023 with --port.`;
  }
  return `Port ${port} cannot be used: ${message}`;
}
