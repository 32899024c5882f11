import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ephemeral ports of every system (on Linux, from 32768), so that the system gives the port to no connection
// and no other server before the caller listens on it. Above 10080, the last port that browsers and `fetch` refuse
// (Fetch Standard, section "Port blocking").
const FIRST = 10_081;
const LAST = 32_767;
const ATTEMPTS = 100;

// Counts up, so that two calls in one process never get the same port.
let last = randomInt(FIRST, LAST + 1);

/**
 * Returns a free port of the host: the requested one, or any. Rejects with the error of a server that cannot listen, such
 * as `EADDRINUSE`.
 */
export async function freePort(host = '127.0.0.1', wanted = 0): Promise<number> {
  for (let attempt = 0; wanted === 0 && attempt < ATTEMPTS; attempt += 1) {
    last = last === LAST ? FIRST : last + 1;
    const port = await portOf(host, last).catch(nullIfInUse);
    if (port !== null) return port;
  }
  return await portOf(host, wanted);
}

/** Listens for a moment, and returns the port. */
async function portOf(host: string, wanted: number): Promise<number> {
  const server = createServer().listen(wanted, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was given.');
  return address.port;
}

function nullIfInUse(error: NodeJS.ErrnoException): null {
  // Windows reserves some ports.
  if (error.code === 'EADDRINUSE' || error.code === 'EACCES') return null;
  throw error;
}
